// Tests of FaceEvaluation.
