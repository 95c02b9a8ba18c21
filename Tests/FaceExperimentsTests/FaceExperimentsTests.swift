// Tests of FaceExperiments.
