a . b
