a '
