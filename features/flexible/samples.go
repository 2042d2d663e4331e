package flexible

import "gpusph/sph"

// partWords is how many numbers samples have of a part.
const partWords = 10

// Sample is what a part has at the time of a sample. In two dimensions energies are those of a
// metre.
type Sample struct {
	Elastic, Kinetic float64      // [J]
	Potential        float64      // by gravity, since time 0 [J]
	Damped           float64      // since time 0 [J]
	Hourglass        float64      // that hourglass forces have taken since time 0 [J]
	Work             float64      // that the fluid has done since time 0 [J]
	Contact          float64      // that contacts have taken since time 0 [J]
	Force            [3]float64   // of contacts in the step before [N]
	Tips             [][3]float64 // displacements [m]
}

func readings(c *sph.Case) int {
	f := Of(c)
	return partWords*len(f.Parts) + 3*len(f.structure.Marks())
}

// Samples are those of the parts of a case, by a sample that has any; nil where it has none yet.
func Samples(c *sph.Case, m *sph.Sample) (all []Sample) {
	f := Of(c)
	if len(m.Readings) == 0 {
		return nil
	}
	words := m.ReadingsOf(c, Name)
	marks := f.structure.Marks()
	at := words[partWords*len(f.Parts):]
	for k := range f.Parts {
		of := words[partWords*k:]
		s := Sample{Elastic: of[0], Kinetic: of[1], Potential: of[2], Damped: of[3], Work: of[4],
			Hourglass: of[5], Contact: of[6], Force: [3]float64(of[7:])}
		for range f.Parts[k].Tips {
			var by [3]float64
			for a, x := range f.structure.Points[marks[0]].At {
				by[a] = at[a] - x
			}
			s.Tips, marks, at = append(s.Tips, by), marks[1:], at[3:]
		}
		all = append(all, s)
	}
	return all
}

// The endings of its columns.
const (
	elasticEnding   = "_elastic"
	kineticEnding   = "_kinetic"
	potentialEnding = "_potential"
	dampedEnding    = "_damped"
	workEnding      = "_work"
	hourglassEnding = "_hourglass"
	contactEnding   = "_contact"
)

// table is the energies of each part and where its tips are, with a row for each sample.
var table = &sph.SampleTable{
	File: "flexible.csv", Columns: columns,
	Charts: &sph.ColumnCharts{
		Name: "flexible", Title: "Flexible parts",
		Note: "Displacements of tips, and the energies of parts.",
		Of: []sph.ColumnChart{
			{Ending: "_x", Name: "displacement along x", Axis: "displacement"},
			{Ending: "_z", Name: "displacement along z", Axis: "displacement"},
			{Ending: elasticEnding, Name: "elastic energy", Axis: "energy"},
			{Ending: kineticEnding, Name: "kinetic energy", Axis: "energy"},
			{Ending: workEnding, Name: "work of the fluid", Axis: "energy"},
		},
	},
}

func columns(c *sph.Case, m *sph.Sample) (row []sph.Column) {
	f, samples := Of(c), Samples(c, m)
	axes := []string{"_x", "_y", "_z"}
	for k := range f.Parts {
		var s Sample
		if k < len(samples) {
			s = samples[k]
		}
		part := &f.Parts[k]
		for _, of := range []struct {
			ending string
			value  float64
		}{
			{elasticEnding, s.Elastic}, {kineticEnding, s.Kinetic}, {potentialEnding, s.Potential},
			{dampedEnding, s.Damped}, {hourglassEnding, s.Hourglass}, {workEnding, s.Work},
			{contactEnding, s.Contact},
		} {
			row = append(row, sph.Column{Name: part.Name + of.ending, Unit: "J", Value: of.value})
		}
		for a, axis := range axes {
			row = append(row, sph.Column{Name: part.Name + contactEnding + axis, Unit: "N",
				Value: s.Force[a]})
		}
		for i, t := range part.Tips {
			var by [3]float64
			if i < len(s.Tips) {
				by = s.Tips[i]
			}
			for a, axis := range axes {
				row = append(row, sph.Column{Name: t.Name + axis, Unit: "m", Value: by[a]})
			}
		}
	}
	return row
}
