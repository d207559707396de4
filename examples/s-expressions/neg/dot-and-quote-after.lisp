(a . b 'c)
