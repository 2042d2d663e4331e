//go:build race

package sph

const underRace = true
