"""Who owns which route and which station, from what a photo makes likely and what the rules allow."""
