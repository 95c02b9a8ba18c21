// Tests of FaceModels.
