package openings

import "gpusph/sph"

// Sample is what flows through an opening at the time of a sample.
type Sample struct {
	Discharge float64 // into the flow [m³/s], in two dimensions [m²/s]
	Volume    float64 // its integral since the beginning [m³], in two dimensions [m²]
	Level     float64 // z of the surface of the water on the map [m]; of a full one its upper edge
	// of these, discharge and volume of each of Case.Materials; nil with one
	Materials [][2]float64
}

// Materials is how many materials samples tell apart; 0 with one.
func Materials(c *sph.Case) int {
	if n := len(c.Materials); n > 1 {
		return n
	}
	return 0
}

// Words is how many numbers samples have of an opening.
func Words(c *sph.Case) int { return 3 + 2*Materials(c) }

func readings(c *sph.Case) int { return len(Of(c)) * Words(c) }

// Samples are what flows through the openings of a case, by a sample that has any.
func Samples(c *sph.Case, m *sph.Sample) (all []Sample) {
	if len(m.Readings) == 0 {
		return nil
	}
	words := m.ReadingsOf(c, Name)
	for range Of(c) {
		s := Sample{Discharge: words[0], Volume: words[1], Level: c.Params.OnMap(2, words[2])}
		for k := range Materials(c) {
			s.Materials = append(s.Materials, [2]float64{words[3+2*k], words[4+2*k]})
		}
		all, words = append(all, s), words[Words(c):]
	}
	return all
}

// table is discharge, volume and level of each opening, with a row for each sample. Discharges and
// volumes are positive as in case files: into the flow at inlets, out of it at outlets.
var table = &sph.SampleTable{
	File: "boundaries.csv", Columns: columns,
	Measures: []sph.ColumnMeasures{
		{Ending: "_discharge", Reductions: []string{"mean"}},
		{Ending: "_volume", Reductions: []string{"last"}},
		{Ending: "_level", Reductions: []string{"mean"}},
	},
	Charts: &sph.ColumnCharts{
		Name: "opening", Title: "Openings",
		Note: "Discharges are positive into the flow at inlets and out of it at outlets.",
		Of: []sph.ColumnChart{
			{Ending: "_discharge", Name: "discharge", Axis: "discharge"},
			{Ending: "_volume", Name: "volume", Axis: "volume since the beginning"},
			{Ending: "_level", Name: "level", Axis: "level z", Places: true},
		},
	},
}

func columns(c *sph.Case, m *sph.Sample) (row []sph.Column) {
	all := Of(c)
	samples := Samples(c, m)
	for k := range all {
		o, at := &all[k], Sample{Materials: make([][2]float64, Materials(c))}
		if k < len(samples) {
			at = samples[k]
		}
		add := func(name string, discharge, volume float64) {
			row = append(row,
				sph.Column{Name: name + "_discharge", Unit: "m³/s", Value: signed(o, discharge)},
				sph.Column{Name: name + "_volume", Unit: "m³", Value: signed(o, volume)})
		}
		add(o.Name, at.Discharge, at.Volume)
		row = append(row, sph.Column{Name: o.Name + "_level", Unit: "m", Value: at.Level})
		for i, of := range at.Materials {
			add(o.Name+"_"+c.Materials[i].Name, of[0], of[1])
		}
	}
	return row
}

// volumes have come into the flow through each opening since the beginning [m³].
func volumes(c *sph.Case, m *sph.Sample) (all []float64) {
	for _, s := range Samples(c, m) {
		all = append(all, s.Volume)
	}
	return all
}
