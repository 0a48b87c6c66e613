"""What pages and the API answer alike: problems, the log over the network."""
