// Package flows has the named flows on a grid, each with a table of its own options: GridCavity,
// GridHeatedCavity, GridBenard, GridTaylorGreen, GridTaylorGreen3D and IsotropicTurbulence. Each
// makes a grid.Flow. It knows no devices.
package flows
