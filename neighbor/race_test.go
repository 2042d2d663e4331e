//go:build race

package neighbor

const underRace = true
