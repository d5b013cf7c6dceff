# A bright plate, for voices and snares.
highshelf:cutoff=10k:gain=1.5
reverb:preset=Plate:drywetmix=28
