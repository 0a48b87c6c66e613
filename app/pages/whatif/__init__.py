"""What if: changes kept in the address alone, and the sheet that would follow."""
