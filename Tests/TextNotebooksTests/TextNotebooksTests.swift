// Tests of TextNotebooks.
