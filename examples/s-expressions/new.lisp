; Depth first.
(define (walk tree visit)
  (cond ((null? tree) '())
        ((pair? tree) (walk (car tree) visit) (walk (cdr tree) visit))
        (else (visit tree))))

(walk '(1 (2 . 3) "four" ('five)) display)
