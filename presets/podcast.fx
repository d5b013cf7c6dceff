# A spoken voice for a podcast: rumble out, levels evened, presence up, peaks held.
highpass:cutoff=80:resonance=-3
dynamics:threshold=-26:headroom=9:attack=8ms:release=150ms:mastergain=5
nbandeq:type1=parametric:frequency1=250:bandwidth1=1:gain1=-2:type2=parametric:frequency2=4k:bandwidth2=1.5:gain2=2
limiter:pregain=2
