// Subspace and histogram models, their trainers, prediction and reconstruction; pure.
