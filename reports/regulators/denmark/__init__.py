"""The standard records of the Danish regulator (Spillemyndigheden), version v2."""
