(display "Hello)
