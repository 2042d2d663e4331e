//go:build !race

package neighbor

const underRace = false
