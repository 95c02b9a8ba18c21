print("facebench-worker")
