(a b
