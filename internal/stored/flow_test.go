package stored

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gpusph/output"
)

// floods is a run that was continued with another number of devices from a checkpoint at 0.5 s. It
// has lost four of its 20 particles of 0.5 kg, had a body that is pushed against x, a gauge, a
// front and a probe.
var floods = map[string]string{
	"summary.json": `{"format": "gpusph summary", "version": 7, "problem": "Flood", "status": "done", "steps": 9,
		"parameters": {"Dim": 3, "DeltaP": 0.1, "Mass": 0.5, "Min": [0, 0, 0], "Max": [3, 1, 1]},
		"particles": {"total": 30, "fluid": 20, "wall": 10, "lost": 4}, "devices": [{"name": "host:0"}]}`,
	"energies.csv": "t[s],step,kinetic[J],potential[J]\n0,0,0,8\n0.25,2,NaN,7\n0.5,5,6.5,3\n1,9,4,3.5\n",
	"forces.csv": "t[s],step,left gate Fx[N],left gate Fy[N],left gate Fz[N],left gate Mx[N m],left " +
		"gate My[N m],left gate Mz[N m]\n" +
		"0,0,1,0,0,900,0,0\n0.25,2,-3,4,12,0,0,0\n0.5,5,12,3,-4,0,0,0\n1,9,5,5,5,0,0,0\n",
	"gauges.csv": "t[s],step,G1[m],G2[m],front[m]\n0,0,0.5,0,1\n0.5,5,0.75,0,2.5\n1,9,0.75,0,2.5\n",
	"sensors.csv": "name,kind,x[m],y[m],z[m],normal_x,normal_y,normal_z,distance[m],size[m]\n" +
		"G1,gauge,1,0.5,,,,,,\nG2,gauge,2,0.5,,,,,,\nP1,probe,1,1,0,,,,,\n",
	"probes.csv":       "t[s],step,P1[Pa]\n0,0,-5\n0.5,5,-1\n1,9,-2\n",
	"throughput.csv":   "t[s],step,steps,lost,speed[m/s]\n0.125,1,1,0,1\n0.375,4,3,1,3\n0.625,6,2,3,99\n0.875,7,1,9,98\n",
	"throughput_2.csv": "t[s],step,steps,lost,speed[m/s]\n0.5,5,1,1,2\n0.75,7,2,4,7\n1,9,2,4,6\n",
}

// What a run's tables say of its flow, by hand. Rows that the continued run has done again count
// once.
func TestFlow(t *testing.T) {
	r, err := Read(write(t, floods))
	if err != nil {
		t.Fatal(err)
	}
	first, last := 0.375, 0.75
	peak := func(name, unit string, greatest, time float64) output.Peak {
		return output.Peak{Name: name, Unit: unit, Greatest: greatest, Time: time}
	}
	// of three samples the first does not count
	whole := func(mean, deviation float64) *output.Mean {
		return &output.Mean{Value: mean, Deviation: deviation, From: 0.5, Until: 1, Window: "short"}
	}
	scalar := func(p output.Peak, m *output.Mean) output.ScalarPeak {
		return output.ScalarPeak{Peak: p, Mean: m}
	}
	dry := peak("G2", "m", 0, 0)
	dry.Constant = true
	speed := peak("speed", "m/s", 7, 0.75)
	want := &output.Flow{
		Forces: []output.VectorPeak{{Peak: peak("left gate", "N", 13, 0.25),
			Components: []float64{-3, 4, 12}}},
		Levels: []output.ScalarPeak{scalar(peak("G1", "m", 0.75, 0.5), whole(0.75, 0)),
			scalar(dry, whole(0, 0))},
		Fronts:    []output.ScalarPeak{scalar(peak("front", "m", 2.5, 0.5), whole(2.5, 0))},
		Pressures: []output.ScalarPeak{scalar(peak("P1", "Pa", -1, 0.5), whole(-1.5, 0.5))},
		Speed:     &speed,
		Mass: output.MassBalance{
			Unit: "kg", ParticlesStart: 20, ParticlesEnd: 16, Start: 10, End: 8, Lost: 4, FirstLost: &first,
			LastLost: &last,
		},
		Energies: []output.Balance{
			{Peak: peak("kinetic", "J", 6.5, 0.5), Start: 0, End: 4, Change: 4},
			{Peak: peak("potential", "J", 8, 0), Start: 8, End: 3.5, Change: -4.5},
		},
	}
	want.Forces[0].Mean = r.Flow().Forces[0].Mean // TestMeanOfForce has it
	if got := r.Flow(); !reflect.DeepEqual(got, want) {
		a, _ := json.MarshalIndent(got, "", " ")
		b, _ := json.MarshalIndent(want, "", " ")
		t.Errorf("the flow is %s, not %s", a, b)
	}
	if f, err := FlowOf(r.Dir, &r.Summary); err != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("at the end of a run it is %+v, %v", f, err)
	}
}

// A run whose tables have nothing but NaN, or none at all, has a balance of its mass alone.
func TestFlowOfNothing(t *testing.T) {
	files := map[string]string{
		"summary.json":   floods["summary.json"],
		"energies.csv":   "t[s],step,kinetic[J]\n0,0,NaN\n",
		"forces.csv":     "t[s],step,gate Fx[N],gate Fy[N],gate Fz[N]\n0,0,NaN,1,1\n",
		"throughput.csv": "t[s],step,steps,lost\n0.5,1,1,0\n",
	}
	r, err := Read(write(t, files))
	if err != nil {
		t.Fatal(err)
	}
	want := &output.Flow{Mass: output.MassBalance{Unit: "kg", ParticlesStart: 20, ParticlesEnd: 16,
		Start: 10, End: 8, Lost: 4}}
	if got := r.Flow(); !reflect.DeepEqual(got, want) {
		t.Errorf("the flow is %+v", got)
	}
	if _, err := json.Marshal(r.Flow()); err != nil {
		t.Error(err)
	}
}

// The commands after a run are those that its files allow, and shells take them as they are.
func TestNext(t *testing.T) {
	const list = `<VTKFile><Collection><DataSet timestep="0" file="data/part_00000.vtp"/></Collection></VTKFile>`
	for _, test := range []struct {
		name   string
		dir    string
		fields string
		files  map[string]string
		want   []string
	}{
		{"tables alone", "a", "", nil, []string{"gpusph view a", "gpusph report a"}},
		{"snapshots", "a b", "all", map[string]string{"particles.pvd": list, "flow.pvd": list,
			"paraview.py": ""}, []string{"gpusph view 'a b'", "gpusph report 'a b'", "gpusph picture 'a b'",
			"gpusph measure 'a b' --flux x=1.5", "paraview '--script=a b/paraview.py'"}},
		{"without walls", "-x", "velocity", map[string]string{"particles.pvd": list},
			[]string{"gpusph view ./-x", "gpusph report ./-x", "gpusph picture ./-x",
				"paraview ./-x/particles.pvd"}},
		{"positions alone", "it's", "id", map[string]string{"particles.pvd": list},
			[]string{`gpusph view 'it'\''s'`, `gpusph report 'it'\''s'`,
				`paraview 'it'\''s/particles.pvd'`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.Mkdir(test.dir, 0o777); err != nil {
				t.Fatal(err)
			}
			files := maps.Clone(floods)
			maps.Copy(files, test.files)
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(test.dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			r, err := ReadSummary(test.dir)
			if err != nil {
				t.Fatal(err)
			}
			r.Options = map[string]string{"fields": test.fields}
			var got []string
			for _, row := range Next(test.dir, &r.Summary) {
				got = append(got, row[1])
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("%q, not %q", got, test.want)
			}
		})
	}
}
