// Applies a recipe: locate, align, crop, size, light, mask.
