# For listening at night: the quiet is lifted, the loud held back, the bass spares the neighbours.
lowshelf:cutoff=120:gain=-4
dynamics:threshold=-35:headroom=12:attack=10ms:release=250ms:mastergain=12
limiter
