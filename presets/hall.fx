# A concert hall around the source.
reverb:preset='Large Hall 2':drywetmix=30
