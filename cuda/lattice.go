package cuda

// The kernels of the lattice Boltzmann method D2Q37; see the headers whose names begin with
// gridlattice.
const (
	LatticeStep      KernelOf[LatticeArgs]       = "lattice_step"
	LatticePropagate KernelOf[LatticeArgs]       = "lattice_propagate"
	LatticeCollide   KernelOf[LatticeArgs]       = "lattice_collide"
	LatticeWalls     KernelOf[LatticeWallsArgs]  = "lattice_walls"
	LatticeBC        KernelOf[LatticeWallsArgs]  = "lattice_bc"
	LatticeMoments   KernelOf[LatticeFieldsArgs] = "lattice_moments"
	LatticeBegin     KernelOf[LatticeFieldsArgs] = "lattice_begin"
)
