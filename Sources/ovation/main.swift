print("ovation")
