// Heads rendered from a seed: person, angle, light, scene → picture and truth.
