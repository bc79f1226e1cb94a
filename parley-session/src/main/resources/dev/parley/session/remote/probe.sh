echo blind
