# An old sampler: few bits, a low sample rate, a narrow band.
lowpass:cutoff=6k
distortion:delaymix=0:decimation=28:rounding=58:decimationmix=100:polynomialmix=0:softclip=0:finalmix=70
lowpass:cutoff=7k:resonance=-3
highpass:cutoff=90:resonance=-3
