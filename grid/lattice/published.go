package lattice

// Timing is a column of the table of the whole code of Calore et al.: a lattice of 1024 x 8192
// sites on one host.
type Timing struct {
	Device        string // as the table has it
	Devices       int
	Propagate     float64 // time of a step's kernels [ms]
	Walls         float64
	Collide       float64
	PropagateRate float64 // [GB/s], of 592 bytes a site
	CollideRate   float64 // [Gflop/s], of 6472 operations a site
	GlobalRate    float64 // [Gflop/s], of the step
	MLUPS         float64 // millions of sites a second
}

// PublishedSites is the lattice of Published.
var PublishedSites = [2]int{1024, 8192}

// PublishedFlops is the number of operations of a site in their table of the profiler. The numbers
// of additions, products and fused operations beside it make 6434.
const PublishedFlops = 6472

// Published is table 3 of Calore, Gabbana, Kraus, Pellegrini, Schifano and Tripiccione, Parallel
// Computing 58, 2016. K40 and K80 have clocks of 875 MHz. Two times contradict the rates
// in their columns: Propagate of two GK110B should be 13.2 and Collide of two GK210 35.1.
var Published = []Timing{
	{"GF100 (C2050)", 1, 60.6, 6.5, 276.0, 81, 197, 158, 24},
	{"2 x GF100", 2, 30.9, 3.6, 158.0, 155, 344, 281, 43},
	{"GK110B (K40)", 1, 25.8, 2.8, 78.0, 187, 696, 506, 78},
	{"2 x GK110B", 2, 12.2, 1.4, 39.0, 376, 1388, 1010, 156},
	{"GK210 (half a K80)", 1, 32.3, 1.4, 71.1, 155, 764, 519, 80},
	{"2 x GK210 (K80)", 2, 19.0, 0.8, 38.1, 261, 1544, 988, 153},
}

// Energy is a column of their comparison of processors.
type Energy struct {
	Device        string
	PropagateRate float64 // [GB/s]
	PropagatePart float64 // of the peak
	CollideRate   float64 // [Gflop/s]
	CollidePart   float64
	MLUPS         float64 // of collide alone
	Watts         float64 // thermal design power
	MicroJoules   float64 // of a site
}

// PublishedEnergies is table 4. Watts over MLUPS is the printed energy of the Xeon Phi only. It is
// 20 % less for the Xeons and 12 % less for the K40, and 14 % more for the K80.
var PublishedEnergies = []Energy{
	{"2 x Xeon E5-2630 v3", 88, 0.75, 222, 0.36, 29, 2 * 85, 7.3},
	{"Xeon Phi 7120X", 98, 0.28, 362, 0.30, 54, 300, 5.5},
	{"Tesla K40", 187, 0.65, 696, 0.42, 107, 235, 2.5},
	{"Tesla K80", 261, 0.54, 1544, 0.53, 220, 300, 1.2},
}
