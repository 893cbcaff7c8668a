"""The rules of hold'em, Omaha and póquer sintético, by regulation and part of it."""
