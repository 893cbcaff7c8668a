"""What is shown of the house: accounts and the book, disputes, staff, rules, days and what was released of them."""
