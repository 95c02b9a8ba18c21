// Tests of FacePreprocessing.
