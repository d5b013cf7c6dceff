# One short echo, as on rock and roll records.
delay:time=110ms:feedback=8:lopass=5k:mix=35
