"""Credentials: who may ask through the network, by which proof, and who granted it."""
