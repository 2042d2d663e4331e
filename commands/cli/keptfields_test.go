package cli_test

import (
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/output"
)

// Every field is taken in flows that have it, and refused in a whole sentence elsewhere.
func TestFieldsOfFlows(t *testing.T) {
	plain := "--problem Hydrostatic --deltap 0.1 --boundary dynamic"
	having := map[string]string{
		"Scalar":       plain + " --scalar 1e-6",
		"ParticleMass": "--case ../../cases/dam-break-air.toml --deltap 0.1",
		"Material":     "--case ../../cases/dam-break-air.toml --deltap 0.1",
		"Surface":      "--problem Hydrostatic --deltap 0.1 --boundary mdbc",
		"Temperature":  "--case ../../cases/heated-cavity.toml --deltap 0.1",
		"HeatFace":     "--case ../../cases/heated-cavity.toml --deltap 0.1",
		"Porosity":     "--case ../../cases/porous-dam.toml --deltap 0.02",
		"Bending":      "--case ../../features/flexible/testdata/gate.toml",
	}
	set := func(line, field string) error {
		words := strings.Fields(line + " --fields velocity," + strings.ToLower(field))
		c, err := cli.Begin(cli.Line{Words: words}, cli.RunSyntax())
		if err == nil {
			_, err = c.Setup()
		}
		return err
	}
	for _, field := range output.FieldNames() {
		line := having[field]
		if line == "" {
			line = plain
		}
		if err := set(line, field); err != nil {
			t.Errorf("%s in a flow that has it: %v", field, err)
		}
		if line == plain {
			continue
		}
		err := set(plain, field)
		want := "--fields has " + strings.ToLower(field) + ", but only flows with "
		if err == nil || !strings.HasPrefix(err.Error(), want) ||
			!strings.HasSuffix(err.Error(), ") have it; use that, or leave it out") &&
				!strings.HasSuffix(err.Error(), "--scalar have it; use that, or leave it out") {
			t.Errorf("%s in a flow without: %v", field, err)
		}
	}
}
