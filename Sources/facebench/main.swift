print("facebench")
