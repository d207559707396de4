(a . (b) c)
