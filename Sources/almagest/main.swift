print("almagest")
