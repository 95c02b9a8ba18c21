// Model files: OpenCV text and HDF5, checked by one validator.
