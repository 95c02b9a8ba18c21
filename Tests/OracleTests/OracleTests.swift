// Tests of Oracle.
