// Tests of CommandLanguage.
