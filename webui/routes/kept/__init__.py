"""What a host sets right or takes out of what the table keeps."""
