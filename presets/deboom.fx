# For recordings that boom: takes the room's bass out of a voice or a guitar that stood too near.
highpass:cutoff=70:resonance=-3
nbandeq:type1=parametric:frequency1=125:bandwidth1=1:gain1=-5:type2=parametric:frequency2=250:bandwidth2=1:gain2=-3
