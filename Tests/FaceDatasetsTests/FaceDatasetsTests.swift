// Tests of FaceDatasets.
