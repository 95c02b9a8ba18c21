// Dataset + recipe + trainer + protocol → trials and a stored result; sweeps.
