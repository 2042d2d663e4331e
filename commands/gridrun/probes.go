package gridrun

import (
	"path/filepath"

	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/grid/gridmeasure"
	"gpusph/output"
)

// openProbes opens probes.csv, whose columns follow from the flow at its beginning. size is that of
// a run that continues [bytes], or -1.
func (k *record) openProbes(r *run, dir string, size int64) (err error) {
	if len(r.flow.Probes) == 0 {
		return nil
	}
	m, err := r.sampler()
	if err != nil {
		return err
	}
	k.probes, err = output.GrowTable(filepath.Join(dir, gridfile.ProbesFile), size,
		probeColumns(r.flow, m)...)
	return err
}

// sampler takes a snapshot to measure in.
func (r *run) sampler() (*gridmeasure.Sampler, error) {
	s, err := r.sim.Snapshot()
	if err != nil {
		return nil, err
	}
	return gridmeasure.New(s)
}

// probeColumns are the headings of probes.csv: the time, and of each probe all fields.
func probeColumns(f *grid.Flow, m *gridmeasure.Sampler) []string {
	all := []string{"t[s]"}
	for _, p := range f.Probes {
		for _, c := range m.Columns() {
			all = append(all, p.Name+" "+c)
		}
	}
	return all
}

// probe adds a row to probes.csv.
func (k *record) probe(r *run) error {
	if k.probes == nil {
		return nil
	}
	m, err := r.sampler()
	if err != nil {
		return err
	}
	row := []float64{m.Time}
	for _, p := range r.flow.Probes {
		row = append(row, m.Values(p.At)...)
	}
	return k.probes.Row(row...)
}

// endProbes writes what is left of probes.csv.
func (k *record) endProbes() error {
	if k.probes == nil {
		return nil
	}
	return k.probes.End(nil)
}
