// Trials → rates, curves, intervals and paired tests; pure.
