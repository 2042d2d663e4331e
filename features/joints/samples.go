package joints

import "gpusph/sph"

// Sample is a joint at the time of a sample. Force, moment and what acts along the coordinate are
// those on the first body, means of the step before.
type Sample struct {
	Place, Rate   float64    // of the coordinate [rad], [m]
	Force, Moment [3]float64 // about the joint [N], [N m]
	Along         float64    // of these, what acts on the coordinate
	Power         float64    // that damping and motor take from the bodies [W]
	Energy        float64    // its integral since time 0 [J]
}

// Words are how many numbers samples have of a joint.
const Words = 11

func readings(c *sph.Case) int { return Words * len(Of(c)) }

// Samples are those of all joints.
func Samples(c *sph.Case, m *sph.Sample) (all []Sample) {
	words := m.ReadingsOf(c, Name)
	for range Of(c) {
		all = append(all, Sample{Place: words[0], Rate: words[1], Force: [3]float64(words[2:5]),
			Moment: [3]float64(words[5:8]), Along: words[8], Power: words[9], Energy: words[10]})
		words = words[Words:]
	}
	return all
}

// samples is what joints do, with a row for each sample.
var samples = &sph.SampleTable{
	File: "joints.csv", Columns: columns,
	Measures: []sph.ColumnMeasures{
		{Ending: "_force", Reductions: []string{"max"}},
		{Ending: "_power", Reductions: []string{"mean"}},
		{Ending: "_energy", Reductions: []string{"last"}},
	},
	Charts: &sph.ColumnCharts{
		Name: "joint", Title: "Joints",
		Note: "Powers and energies are those that dampers and motors take from the bodies.",
		Of: []sph.ColumnChart{
			{Ending: "_angle", Name: "angle", Axis: "angle"},
			{Ending: "_slide", Name: "slide", Axis: "displacement"},
			{Ending: "_force", Name: "force", Axis: "force"},
			{Ending: "_power", Name: "power", Axis: "power"},
		},
	},
}

func columns(c *sph.Case, m *sph.Sample) (row []sph.Column) {
	for k, s := range Samples(c, m) {
		j := &Of(c)[k]
		add := func(name, unit string, value float64) {
			row = append(row, sph.Column{Name: j.Name + "_" + name, Unit: unit, Value: value})
		}
		unit, per := j.unit()
		switch j.Kind {
		case Hinge:
			add("angle", unit, per*s.Place)
			add("rate", unit+"/s", per*s.Rate)
		case Slider:
			add("slide", unit, s.Place)
			add("rate", "m/s", s.Rate)
		}
		add("force", "N", sph.Norm(s.Force))
		add("moment", "N m", sph.Norm(s.Moment))
		switch j.Kind {
		case Hinge:
			add("torque", "N m", s.Along)
		case Slider:
			add("thrust", "N", s.Along)
		}
		if j.free() {
			add("power", "W", s.Power)
			add("energy", "J", s.Energy)
		}
	}
	return row
}
