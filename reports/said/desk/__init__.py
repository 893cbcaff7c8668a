"""The words of the desk: what its pages say beside the reports that they show, a file a page."""
