# A voice through a megaphone: midrange only, overdriven.
highpass:cutoff=500:resonance=3
lowpass:cutoff=3.5k:resonance=4
distortion:delay=2ms:decay=6:delaymix=15:decimationmix=0:squared=3:cubic=8:polynomialmix=90:softclip=8:finalmix=85
nbandeq:type1=parametric:frequency1=1.6k:bandwidth1=1:gain1=5:globalgain=-4
limiter
