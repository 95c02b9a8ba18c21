// Tests of FaceCommands.
