package sph

// SampleTable is a table of samples. Columns see cases that have the feature.
type SampleTable struct {
	File    string
	Columns func(c *Case, m *Sample) []Column
	// Measures are what studies take of columns by default, by the endings of these.
	Measures []ColumnMeasures
	Charts   *ColumnCharts // of reports; nil is none
	// Budget is that of a quantity which the columns are of; nil is none.
	Budget *Budget

	of *Feature
}

// SnapshotTable is a table of flows that have the feature, with a row for each snapshot.
type SnapshotTable struct {
	File string
	// Sums are over the particles of a snapshot. Those of parts of a flow are added.
	Sums func(c *Case, s *Snapshot) []float64
	// Columns follow from them. Their units are those of a flow of the case's dimensions.
	Columns func(c *Case, sums []float64) []Column

	of *Feature
}

// SnapshotTables are those of all features.
func SnapshotTables() (all []*SnapshotTable) {
	for _, f := range features {
		if f.SnapshotTable != nil {
			all = append(all, f.SnapshotTable)
		}
	}
	return all
}

// Has reports whether a flow has the table.
func (t *SnapshotTable) Has(c *Case) bool { return c.Params.Has(t.of) }

// ColumnCharts are charts of columns, by the endings of their names.
type ColumnCharts struct {
	Name, Title, Note string
	Of                []ColumnChart
}

// ColumnChart is one: a quantity, what its axis is called, and whether it is of places.
type ColumnChart struct {
	Ending, Name, Axis string
	Places             bool
}

// ColumnMeasures are reductions of columns whose names have an ending.
type ColumnMeasures struct {
	Ending     string
	Reductions []string
}

// Budget is how columns tell what a flow stores of a quantity, and what it was given.
type Budget struct {
	Title  string            // the quantity
	Stored map[string]string // what stores it, by columns
	Given  string            // the ending of the columns of what gives it
}

// ColumnsOf are those of a case, none where it does not have the feature.
func (t *SampleTable) ColumnsOf(c *Case, m *Sample) []Column {
	if !c.Params.Has(t.of) {
		return nil
	}
	return t.Columns(c, m)
}

// SampleTables are those of all features.
func SampleTables() (all []*SampleTable) {
	for _, f := range features {
		if f.Table != nil {
			all = append(all, f.Table)
		}
	}
	return all
}

// LastPicture is a picture of a field.
type LastPicture struct{ Field, Name string } // Name is in that of its file

// LastPictures are those of all features.
func LastPictures() (all []LastPicture) {
	for _, f := range features {
		if f.LastPicture.Field != "" {
			all = append(all, f.LastPicture)
		}
	}
	return all
}
