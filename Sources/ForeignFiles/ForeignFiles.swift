// Decoding inside the helper process.
