// The catalogue of collected faces: import and export, mirrors, checks, groups and splits.
