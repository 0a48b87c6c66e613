"""What a route costs in cards, tunnels and ferries included."""
