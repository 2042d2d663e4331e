package cli

import (
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/option"
	"gpusph/problems"
)

// Schema is the JSON schema of case files.
func Schema() ([]byte, error) {
	run := options((&Config{Syntax: RunSyntax()}).groups())
	names := namesOfRun()
	run = slices.DeleteFunc(run, func(o option.Option) bool { return !slices.Contains(names, o.Name) })
	for _, o := range new(GridConfig).solverGroup().Options { // of flows on grids
		if !slices.Contains(names, o.Name) {
			run = append(run, o)
		}
	}
	return casefile.Schema(forSchema(problems.CaseOptions()), forSchema(run))
}

// forSchema is a table of options as the schema has them.
func forSchema(rows option.Table) (all []casefile.SchemaOption) {
	kinds := map[string]string{"float64": "number", "int": "integer", "bool": "boolean",
		"time": "time"}
	for _, o := range rows {
		kind := kinds[o.Value.Type()]
		if kind == "" {
			kind = "string"
		}
		all = append(all, casefile.SchemaOption{Name: o.Name, Help: usage(o.Flag), Kind: kind,
			Least: o.Least, Most: o.Most, Zero: o.Zero, Words: o.Words})
	}
	return all
}
