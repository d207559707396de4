(define (fold f start list)
  (if (null? list)
      start
      (fold f (f (car list) start) (cdr list))))

(fold + 0 '(1 2 3 4))
