"""Files on any disk: read what people may have edited, write a file whole, explain a fault."""
