"""Sealing: canonical bytes, entry hashes, append signatures, the Merkle tree, signed checkpoints."""
