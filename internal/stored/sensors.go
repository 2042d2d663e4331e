package stored

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"gpusph/internal/input"
)

// Sensor is where a probe or a gauge of a run is, as sensors.csv tells.
type Sensor struct {
	Name, Kind string     // Kind is probe, gauge or front
	At         [3]float64 // [m]; z of a gauge is the ground there, if Ground
	Ground     bool
	Face       bool       // a probe in a face has these
	Normal     [3]float64 // into the fluid
	Distance   float64    // [m]
	Size       float64    // [m]
	Body       string     // that it moves with; "" is none
}

var sensorColumns = []string{"name", "kind", "x[m]", "y[m]", "z[m]", "normal_x", "normal_y",
	"normal_z", "distance[m]", "size[m]", "body"}

// IsFront reports whether a column of gauges.csv is where the front of the fluid is, and not a
// height at a gauge. Tables of older programs do not list fronts, or there is none where a front is
// all that was measured.
func IsFront(sensors []Sensor, name string) bool {
	for _, s := range sensors {
		if s.Name == name && s.Kind != "probe" {
			return s.Kind == "front"
		}
	}
	return len(sensors) > 0 || name == "front"
}

// FrontsOf are the columns of gauges.csv that are fronts, of the table of a directory.
func FrontsOf(dir string, columns []string) (fronts []string, err error) {
	sensors, err := readSensors(dir)
	for _, heading := range columns {
		if c := ParseHeading(heading); c.Unit == "m" && IsFront(sensors, c.Name) {
			fronts = append(fronts, c.Name)
		}
	}
	return fronts, err
}

// readSensors reads sensors.csv; a directory without it has none.
func readSensors(dir string) (all []Sensor, err error) {
	path := filepath.Join(dir, "sensors.csv")
	f, _, err := input.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(input.Lines(f))
	r.FieldsPerRecord = -1
	records, err := r.ReadAll()
	if err == nil && len(records) == 0 {
		err = errors.New("it is empty")
	}
	if err == nil && len(records[0]) < len(sensorColumns)-1 { // body was not always there
		err = fmt.Errorf("it has %d columns, but should have %d", len(records[0]), len(sensorColumns))
	}
	for _, record := range records[min(1, len(records)):] {
		s, wrong := parseSensor(record)
		err = errors.Join(err, wrong)
		all = append(all, s)
	}
	if err != nil {
		return nil, fmt.Errorf("the table %s cannot be read: %w", path, err)
	}
	return all, nil
}

func parseSensor(record []string) (Sensor, error) {
	if n, all := len(record), len(sensorColumns); n != all && n != all-1 {
		return Sensor{}, fmt.Errorf("%.40q has %d columns, but should have %d", record[0], n, all)
	}
	s := Sensor{Name: record[0], Kind: record[1], Ground: record[1] == "gauge" &&
		record[4] != "", Face: record[5] != ""}
	if last := len(sensorColumns) - 1; len(record) > last {
		s.Body = record[last]
	}
	for i, to := range []*float64{&s.At[0], &s.At[1], &s.At[2], &s.Normal[0], &s.Normal[1],
		&s.Normal[2], &s.Distance, &s.Size} {
		word := record[2+i]
		if word == "" {
			continue
		}
		var err error
		if *to, err = strconv.ParseFloat(word, 64); err != nil {
			return s, fmt.Errorf("%.40s of %.40q is %.40q, which is not a number", sensorColumns[2+i],
				s.Name, word)
		}
	}
	return s, nil
}
