// Tests of FaceVocabulary.
