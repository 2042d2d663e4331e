// Package motion is how bodies move in time. A Table is a prescribed motion: displacements at times,
// as cubic polynomials of time between them. It knows no particles.
package motion
