# A voice ready for radio: clear of rumble, close, dense and at an even level.
highpass:cutoff=80:resonance=-3
multiband:pregain=3
nbandeq:type1=lowshelf:frequency1=140:gain1=2:type2=parametric:frequency2=3k:bandwidth2=1.5:gain2=2.5:type3=highshelf:frequency3=9k:gain3=2
dynamics:threshold=-24:headroom=6:attack=4ms:release=120ms:mastergain=4
limiter:pregain=3
