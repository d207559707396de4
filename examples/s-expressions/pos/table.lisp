; A table of pairs, and one of its entries.
(define lights
  '((kiel . 1807) (arkona . 1827) (dahmeshöved . 1879)))

(cdr (assq 'kiel lights)) ; 1807
