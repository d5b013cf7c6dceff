# The last steps on a stereo mix: subsonics out, a touch of glue, air, and a ceiling between samples too.
highpass:cutoff=25:resonance=-3
dynamics:threshold=-14:headroom=12:attack=30ms:release=200ms:mastergain=1
nbandeq:type1=lowshelf:frequency1=90:gain1=0.8:type2=parametric:frequency2=350:bandwidth2=1.5:gain2=-0.8:type3=highshelf:frequency3=10k:gain3=1
limiter:pregain=2:truepeak=on
