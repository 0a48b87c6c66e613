"""What strangers send: logs and boards, large ones read in a process of their own."""
