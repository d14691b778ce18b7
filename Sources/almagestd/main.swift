print("almagestd")
