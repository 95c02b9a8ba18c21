// Tests of CooperativeWork.
