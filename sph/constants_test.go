package sph

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// The kernels have the values of the table, and no other constants of the physics.
func TestConstants(t *testing.T) {
	text, err := os.ReadFile("../cuda/constants.h")
	if err != nil {
		t.Fatal(err)
	}
	inKernels := map[string]float64{}
	for _, m := range regexp.MustCompile(`(?m)^constexpr float (\w+) = ([0-9.]+)f;$`).FindAllSubmatch(text, -1) {
		if inKernels[string(m[1])], err = strconv.ParseFloat(string(m[2]), 64); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, c := range allConstants() {
		if c.Name == "" || c.Source == "" || slices.Contains(names, c.Name) {
			t.Errorf("%+v has no name of its own, or no source", c)
		}
		names = append(names, c.Name)
		if c.Kernel == "" {
			continue
		}
		if value, ok := inKernels[c.Kernel]; !ok || value != c.Value {
			t.Errorf("%s: %s is %v in cuda/constants.h, want %g", c.Name, c.Kernel, value, c.Value)
		}
		delete(inKernels, c.Kernel)
	}
	if len(inKernels) > 0 {
		t.Errorf("cuda/constants.h has %v, which the table lacks", inKernels)
	}
}

// The text of walls has no numbers but 0, 1 and 2, and what keeps 0/0 out.
func TestWallsHaveNoBareNumbers(t *testing.T) {
	number := regexp.MustCompile(`\b[0-9.]+(e-?[0-9]+)?f\b`)
	comment := regexp.MustCompile(`//.*`)
	for _, file := range []string{"walls.h", "mdbc.h", "gradient.h", "hydrostatic.h", "correction.h"} {
		text, err := os.ReadFile("../cuda/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range number.FindAllString(comment.ReplaceAllString(string(text), ""), -1) {
			if !slices.Contains([]string{"0.0f", "1.0f", "2.0f", "1e-12f", "1e30f"}, n) {
				t.Errorf("%s has the bare number %s; cuda/constants.h names constants", file, n)
			}
		}
	}
}

// A summary has the constants of the flow's options only.
func TestConstantsOfAFlow(t *testing.T) {
	has := func(boundary Boundary, kernel string) bool {
		p := Defaults(0.1)
		p.Boundary = boundary
		k := slices.IndexFunc(allConstants(), func(c KernelConstant) bool { return c.Kernel == kernel })
		return slices.Contains(p.Constants(), allConstants()[k].Constant)
	}
	if !has(MDBC, "MDBC_ARTIFICIAL") || has(Dummy, "MDBC_ARTIFICIAL") || !has(Dummy, "DUMMY_SPRING_REACH") || !has(Dynamic, "TAIT_EXPONENT") {
		t.Error("flows have constants of other walls than theirs, or not their own")
	}
}
