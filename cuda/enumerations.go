package cuda

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// The headers that the kernels are compiled from. Rows of package sph name what they enumerate, so
// the order of those rows does not matter.
var (
	//go:embed physics.h
	physicsHeader string
	//go:embed energies.h
	energiesHeader string
	// Without this the build would not see that headers in folders change.
	//go:embed */*.h
	_ embed.FS
)

// Coefficients are the names of Physics.Coefficient, and Energies those of EnergyArgs.Word.
var (
	Coefficients = enumerators(physicsHeader, "COEFFICIENTS")
	Energies     = enumerators(energiesHeader, "ENERGIES")
)

// Coefficient is the place of a name in Physics.Coefficient.
func Coefficient(name string) int { return placeOf(name, Coefficients, "physics.h") }

// EnergyOf is the place of a name in EnergyArgs.Word.
func EnergyOf(name string) int { return placeOf(name, Energies, "energies.h") }

func placeOf(name string, all []string, header string) int {
	k := slices.Index(all, name)
	if k < 0 {
		panic(fmt.Sprintf("cuda/%s has no %s, only %v", header, name, all))
	}
	return k
}

// enumerators are the names of the enumeration of a header that ends with a certain one, without that.
func enumerators(header, last string) []string {
	for text := range strings.SplitSeq(header, "\nenum {") {
		body, _, _ := strings.Cut(text, "};")
		var names []string
		for line := range strings.Lines(body) {
			line, _, _ = strings.Cut(line, "//")
			for name := range strings.SplitSeq(line, ",") {
				if name = strings.TrimSpace(name); name != "" {
					names = append(names, name)
				}
			}
		}
		if n := len(names); n > 0 && names[n-1] == last {
			return names[:n-1]
		}
	}
	panic("a header of package cuda has no " + last)
}
