package atmosphere

// Timing is a row of Norman's table.
type Timing struct {
	Device     string // as the table has it
	Devices    int
	Precision  string
	Cells      [2]int
	Seconds    float64 // wall time
	Speedup    float64 // over the processor, per cell and step; 0 where the table has none
	CommOfComp float64 // communication over computation; 0 where the table has none
	Efficiency float64 // 0 where the table has none
}

// PublishedEnd is the time that Norman's runs reach [s].
const PublishedEnd = 1000.0

// Published is Norman's table of the rising thermal to PublishedEnd. The processor has two cores,
// and the one GPU that the pages name is a GTX 280: M. Norman, "Final Results", page of a course
// project at North Carolina State University on a 2-D dry inviscid compressible nonhydrostatic
// model (system 002).
var Published = []Timing{
	{"CPU", 0, "double", [2]int{160, 80}, 200, 0, 0, 0},
	{"1 GPU", 1, "double", [2]int{640, 320}, 737, 17.2, 0, 0},
	{"1 GPU", 1, "single", [2]int{640, 320}, 642, 19.8, 0, 0},
	{"2 GPU", 2, "double", [2]int{2560, 1280}, 29750, 27.5, 0.098, 0.80},
	{"2 GPU", 2, "single", [2]int{2560, 1280}, 19180, 42.6, 0.066, 1.08},
	{"4 GPU", 4, "double", [2]int{2560, 1280}, 19005, 42.9, 0.38, 0.62},
	{"4 GPU", 4, "single", [2]int{2560, 1280}, 11750, 69.4, 0.27, 0.88},
	{"8 GPU", 8, "double", [2]int{2560, 1280}, 12659, 64.1, 0.81, 0.47},
	{"8 GPU", 8, "single", [2]int{2560, 1280}, 7341, 110.7, 0.52, 0.70},
}
