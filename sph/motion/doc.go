// Package motion is how bodies move in time, as prescribed. A Rigid is a chain of links: each shifts the body along an axis or turns it
// about one by what its Law says. Laws are made of polynomials and sinusoids, which devices evaluate: those of a Table, and those of
// kinds.go. A further kind of motion is a function that makes a Law. The package knows no particles.
package motion
