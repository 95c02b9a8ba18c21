// Tests of SyntheticFaces.
