"""Who may do what: roles, PINs and tokens, sessions, the codes shown on the table, and the file that keeps them."""
