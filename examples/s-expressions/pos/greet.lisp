(define (greet . names)
  (for-each (lambda (name) (display "Hello, ") (display name) (newline)) names))

(greet "Ada" "Grace")
