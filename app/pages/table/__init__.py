"""The page table."""
