"""The files of the Spanish regulator (DGOJ), by his model of monitoring 3.3 (BOE-A-2024-12639)."""
