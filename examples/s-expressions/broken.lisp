(define lights
  '((kiel . 1807)
    (arkona . 1827 1902)))
