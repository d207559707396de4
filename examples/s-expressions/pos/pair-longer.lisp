(a b . c)
