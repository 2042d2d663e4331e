// Package lattice has
package lattice
