// Package neighbor is the cells, the order of particles and the neighbour lists
// on one device.
//
// Positions are integers, a Grid's quanta: differences of positions are exact
// and precision is the same everywhere. Cells are half as wide as the lists
// reach. Particles are sorted by cell, with the axis that layers are
// perpendicular to as the most significant, and within a cell by place and id,
// so that every device sums in the same order.
package neighbor
