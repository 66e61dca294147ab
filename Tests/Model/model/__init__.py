"""A reference model of Ovation's behaviour contract, written from the specification alone."""
