# A 33 rpm record played at 45: faster and higher together.
varispeed:rate=1.35
