package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/cases"
	"gpusph/internal/text"
)

// isProblem reports whether a word is the name of a problem, in capitals or not.
func isProblem(word string) bool {
	return slices.ContainsFunc(FlowNames(), func(name string) bool {
		return strings.EqualFold(name, word)
	})
}

// isCase reports whether a word names a case file.
func isCase(word string) bool { return strings.EqualFold(filepath.Ext(word), ".toml") }

// isFlow reports whether a word alone names a flow: a problem or a case file.
func isFlow(word string) bool { return isCase(word) || isProblem(word) }

// asOption is a word that names a flow as the option that it stands for.
func asOption(word string) string {
	if isCase(word) {
		return "--case=" + word
	}
	return "--problem=" + word
}

// otherCommands are words that people have for commands.
var otherCommands = map[string]string{
	"new": "init", "create": "init", "begin": "init", "template": "init",
	"editor": "edit", "gui": "edit", "open": "edit",
	"examples": "gallery", "cases": "gallery", "samples": "gallery",
	"list": "problems", "ls": "problems", "gpus": "devices",
	"start": "run", "simulate": "run", "sim": "run", "solve": "run",
	"plot": "picture", "draw": "picture", "image": "picture",
	"movie": "render", "video": "render", "animate": "render",
	"post": "report", "summary": "report", "show": "view", "serve": "view", "diff": "compare",
	"import": "convert", "benchmark": "bench", "test": "selftest", "probe": "measure",
	"dry-run": "check", "dryrun": "check",
	"convergence": "converge", "gci": "converge", "refine": "converge", "study": "converge",
	"vary": "sweep", "parameters": "sweep", "batch": "sweep",
}

// stray is what to do with a word that names neither a command nor a flow. The command is that
// which it follows, or empty.
func stray(word, command string, commands []string) error {
	line := "gpusph "
	if command != "" && command != "run" {
		line += command + " "
	}
	if err := strayFile(word, command, line); err != nil {
		return err
	}
	if err := NotParticles(word, command); err != nil {
		return err
	}
	if slices.Contains(cases.Names(), word) {
		return fmt.Errorf("%s is a case of the gallery: gpusph init %s writes the case file %s.toml, "+
			"which %s%s.toml takes", word, word, word, line, word)
	}
	names := append(FlowNames(), cases.Names()...)
	if command != "" {
		if near := text.Meant(word, names); near != "" {
			return fmt.Errorf("there is no problem %q%s", word, near)
		}
		return fmt.Errorf("%q is not an option; options begin with --, "+
			"as in --problem DamBreak3D", word)
	}
	if other := otherCommands[strings.ToLower(word)]; slices.Contains(commands, other) {
		return fmt.Errorf("there is no command %q; did you mean %s?", word, other)
	}
	if near := text.Meant(word, append(slices.Clone(commands), names...)); near != "" {
		return fmt.Errorf("there is no command or problem %q%s", word, near)
	}
	return fmt.Errorf("there is no command %q; there are %s; gpusph problems lists the problems",
		word, text.And(commands))
}

// strayFile is what to do with a file that is no case file, by its name or what it is; nil if the
// word does not look like one.
func strayFile(word, command, line string) error {
	const begin = "; gpusph init writes one to begin with"
	ext := filepath.Ext(word)
	switch strings.ToLower(ext) {
	case ".xml":
		to := strings.TrimSuffix(strings.TrimSuffix(word, ext), "_Def") + ".toml"
		return fmt.Errorf("%s is XML, as DualSPHysics has it; gpusph convert %s makes the case "+
			"file %s of it, which %s%s takes", word, word, to, line, to)
	case ".stl":
		return fmt.Errorf("%s is a mesh; it can be a wall or a fluid of a case file, "+
			"as stl = { file = %q }%s", word, word, begin)
	case ".asc":
		return fmt.Errorf("%s is a height map; it can be a wall of a case file, "+
			"as height-map = { file = %q }%s", word, word, begin)
	}
	at, err := os.Stat(word)
	if err != nil {
		return nil
	}
	if !at.IsDir() {
		if strings.ContainsAny(word, "./") {
			return fmt.Errorf("%s is a file, but case files end in .toml", word)
		}
		return nil
	}
	inside := filepath.Join(word, CaseFile)
	if _, err := os.Stat(inside); err == nil && command != "" {
		return fmt.Errorf("%s is a directory; %s%s takes the case file in it", word, line, inside)
	}
	return fmt.Errorf("%s is a directory; of a run, gpusph report %s tells how it was, "+
		"and gpusph --resume %s continues it", word, word, word)
}
