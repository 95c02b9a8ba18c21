// Tests of FaceReports.
