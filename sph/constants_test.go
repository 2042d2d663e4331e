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
	for _, c := range constants {
		if c.Name == "" || c.Source == "" || slices.Contains(names, c.Name) {
			t.Errorf("%+v has no name of its own, or no source", c)
		}
		names = append(names, c.Name)
		if c.kernel == "" {
			continue
		}
		if value, ok := inKernels[c.kernel]; !ok || value != c.Value {
			t.Errorf("%s: %s is %v in cuda/constants.h, want %g", c.Name, c.kernel, value, c.Value)
		}
		delete(inKernels, c.kernel)
	}
	if len(inKernels) > 0 {
		t.Errorf("cuda/constants.h has %v, which the table lacks", inKernels)
	}
}

// A summary has the constants of the flow's options only.
func TestConstantsOfAFlow(t *testing.T) {
	has := func(boundary Boundary, kernel string) bool {
		p := Defaults(0.1)
		p.Boundary = boundary
		k := slices.IndexFunc(constants, func(c constant) bool { return c.kernel == kernel })
		return slices.Contains(p.Constants(), constants[k].Constant)
	}
	if !has(MDBC, "MDBC_ARTIFICIAL") || has(Dummy, "MDBC_ARTIFICIAL") || !has(Dummy, "DUMMY_SPRING_REACH") || !has(Dynamic, "TAIT_EXPONENT") {
		t.Error("flows have constants of other walls than theirs, or not their own")
	}
}
