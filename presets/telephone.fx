# A voice on a telephone: 300 Hz to 3.4 kHz, levelled and a little worn.
highpass:cutoff=300:resonance=-3
highpass:cutoff=300:resonance=3
lowpass:cutoff=3400:resonance=-3
lowpass:cutoff=3400:resonance=3
dynamics:threshold=-28:headroom=8:attack=5ms:release=80ms:mastergain=6
distortion:delaymix=0:decimationmix=0:cubic=2:polynomialmix=60:softclip=0:finalmix=50
limiter
