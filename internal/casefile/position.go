package casefile

// Position is a place in a case file, both from 1 on.
type Position struct{ Line, Column int }
