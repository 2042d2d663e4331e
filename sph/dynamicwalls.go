package sph

// dynamicWalls are those of Crespo et al. 2007: fixed particles whose density follows the
// continuity equation.
var dynamicWalls = WallModel{Name: "dynamic", Layers: true, Integrated: true}
