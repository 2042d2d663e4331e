package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// Keep is what snapshots have, by --fields and --region.
func (c *Config) Keep() (output.Selection, error) {
	fields, err := c.keptFields()
	if err != nil {
		return output.Selection{}, err
	}
	regions, err := c.regions()
	return output.Selection{Fields: fields, Regions: regions, WallsOnce: c.wallsOnce}, err
}

// hasWalls reports whether a format is asked for whose snapshots have the walls, unless they are
// once.
func (c *Config) hasWalls() bool {
	formats, err := c.Formats()
	return err != nil || slices.ContainsFunc(formats,
		func(w output.Writer) bool { return w.Name == "msgpack" || w.Name == "csv" })
}

// onlyVTK reports whether snapshots are of the format vtk, and of no other.
func (c *Config) onlyVTK() bool {
	formats, err := c.Formats()
	return err != nil || len(formats) == 1 && formats[0].Name == "vtk"
}

// allFields is what --fields says for all.
const allFields = "all"

// keptFields are the columns that --fields lists, or nil for all.
func (c *Config) keptFields() ([]string, error) {
	if c.fields == allFields {
		return nil, nil
	}
	names := []string{}
	for word := range strings.SplitSeq(c.fields, ",") {
		word = strings.TrimSpace(word)
		all := output.FieldNames()
		i := slices.IndexFunc(all, func(name string) bool { return strings.EqualFold(name, word) })
		switch {
		case strings.EqualFold(word, allFields):
			return nil, fmt.Errorf("--fields has all together with others; use one or the other")
		case i < 0:
			return nil, fmt.Errorf("--fields has %q, but the fields are %s, or all%s", word,
				strings.ToLower(text.And(all)), strings.ToLower(text.Meant(word, all)))
		}
		names = append(names, all[i])
	}
	return names, nil
}

// regions are those of --region, or nil for everywhere.
func (c *Config) regions() (all []output.Region, err error) {
	if c.region == "" {
		return nil, nil
	}
	for box := range strings.SplitSeq(c.region, ";") {
		words := strings.Split(box, ",")
		if len(words) != 6 {
			return nil, fmt.Errorf("--region has %q, but must be x0,x1,y0,y1,z0,z1 in metres; use "+
				"0.5,1,,,0,0.2, where y is open", box)
		}
		r, err := RegionOf([6]string(words))
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// RegionOf is the box of --region with the bounds x0, x1, y0, y1, z0, z1 [m]. An empty one is open.
func RegionOf(bounds [6]string) (r output.Region, err error) {
	for a := range 3 {
		low, high := bounds[2*a], bounds[2*a+1]
		if r.Min[a], err = bound(low, math.Inf(-1)); err == nil {
			r.Max[a], err = bound(high, math.Inf(1))
		}
		if err != nil {
			return r, err
		}
		if r.Min[a] > r.Max[a] {
			axis := "xyz"[a : a+1]
			return r, fmt.Errorf("--region is from %s to %s m along %s, but must go from the lower to "+
				"the higher; use %s,%s", low, high, axis, high, low)
		}
	}
	return r, nil
}

// bound is a bound of a region, open where nothing is said.
func bound(word string, open float64) (float64, error) {
	if word = strings.TrimSpace(word); word == "" {
		return open, nil
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("--region has %q, but a bound is a number of metres, or nothing; use "+
			"0.5,1,,,0,0.2", word)
	}
	return x, nil
}

// checkKept refuses fields that particles of a flow do not have, and regions that they do not come
// to.
func (c *Config) checkKept(flow *sph.Case) error {
	keep, err := c.Keep()
	if err != nil {
		return err
	}
	p, has := &flow.Params, flow.ExtraFields()
	for _, f := range sph.FieldsOfFiles() {
		if slices.Contains(keep.Fields, f.Name) && !slices.Contains(has, f) {
			return fmt.Errorf("--fields has %s, but only flows %s have it; use that, or leave it out",
				strings.ToLower(f.Name), f.Flows)
		}
	}
	for _, r := range keep.Regions {
		if !r.Meets(p) {
			low, high := [3]string{}, [3]string{}
			for a := range 3 {
				low[a], high[a] = text.Coordinate(p.Origin[a], p.Min[a]), text.Coordinate(p.Origin[a], p.Max[a])
			}
			return fmt.Errorf("--region has no part of the domain, which is from %s to %s m along x, %s "+
				"to %s along y and %s to %s along z; use a region there",
				low[0], high[0], low[1], high[1], low[2], high[2])
		}
	}
	return nil
}
