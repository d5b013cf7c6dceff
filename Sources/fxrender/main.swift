print("fxrender")
