//go:build race

package problems

const underRace = true
