(let ((x 1) (y -2.5))
  (list 'sum (+ x y) 'quoted '(x y) ''twice))
