"""The words about the network: who may ask through it."""
