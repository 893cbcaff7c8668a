"""The files that regulators are owed: what entries say, in the words and widths of each country. A country is a folder of the same rooms."""
