// Tests of FaceImages.
