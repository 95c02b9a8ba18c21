// Tests of FaceModelFiles.
