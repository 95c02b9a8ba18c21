// Messages, shared memory and life of the helper process, seen from both sides.
