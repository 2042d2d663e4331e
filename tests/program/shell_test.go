package program

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"gpusph/commands/completion"
	"gpusph/commands/man"
	"gpusph/problems"
)

// completions are command lines, with what completes the last word: these are among it, and those
// are not.
var completions = []struct {
	line     string
	has, not []string
}{
	{"gpusph ", []string{"run", "check", "report", "help"}, []string{"--deltap"}},
	{"gpusph Dam", []string{"DamBreak3D", "DambreakColumn"}, []string{"Spheric2", "run"}},
	{"gpusph DamBreak3D --del", []string{"--deltap"}, []string{"--tend"}},
	{"gpusph re", []string{"report"}, []string{"run", "check"}},
	{"gpusph --del", []string{"--deltap"}, []string{"--tend", "--view"}},
	{"gpusph --problem DamBreak3D --dev", []string{"--devices"}, []string{"--deltap"}},
	{"gpusph --problem D", []string{"DamBreak3D", "DambreakColumn"}, []string{"Spheric2"}},
	{"gpusph run --kernel ", []string{"wendland", "quintic"}, []string{"fourtakas"}},
	{"gpusph picture --fi", []string{"--field"}, []string{"--fields"}},
	{"gpusph picture --field ", []string{"speed", "device"}, []string{"oblique"}},
	{"gpusph picture --view o", []string{"oblique"}, []string{"side"}},
	{"gpusph validate Sph", []string{"Spheric2"}, []string{"Sloshing"}},
	{"gpusph help sc", []string{"scaling"}, []string{"bench"}},
	{"gpusph completion ", []string{"bash", "zsh", "fish"}, []string{"run"}},
	{"gpusph report sub", []string{"subdirectory"}, []string{"subfile"}},
}

// in runs a shell with a script in a directory with a subdirectory and a file, or skips the test
// where there is no such shell.
func in(t *testing.T, shell, script string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		t.Skipf("there is no %s here", shell)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "subdirectory"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"subfile": "", "script": script} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(shell, append(args, "script")...)
	c.Dir = dir
	c.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil || stderr.Len() > 0 {
		t.Fatalf("%s: %v: %s", shell, err, &stderr)
	}
	return stdout.String()
}

// checkCompletions holds answers, a line for each of completions and in front of it its number, to
// what they should be.
func checkCompletions(t *testing.T, answers string) {
	t.Helper()
	found := map[int][]string{}
	for line := range strings.Lines(answers) {
		words := strings.Fields(line)
		n, err := strconv.Atoi(words[0])
		if err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		found[n] = words[1:]
	}
	for n, c := range completions {
		for _, want := range c.has {
			if !slices.Contains(found[n], want) && !slices.Contains(found[n], want+"/") {
				t.Errorf("%q is not completed by %s, but by %s", c.line, want, found[n])
			}
		}
		for _, bad := range c.not {
			if slices.Contains(found[n], bad) {
				t.Errorf("%q is completed by %s", c.line, bad)
			}
		}
	}
}

// TestBash completes command lines with bash itself.
func TestBash(t *testing.T) {
	t.Parallel()
	script := completion.Script("bash", commands)
	in(t, "bash", script, "-n")
	for n, c := range completions {
		words := strings.Split(c.line, " ")
		script += fmt.Sprintf("COMP_WORDS=(%s); COMP_CWORD=%d; _gpusph; echo %d \"${COMPREPLY[@]}\"\n", "'"+strings.Join(words, "' '")+"'", len(words)-1, n)
	}
	// One dash stays one, and = is a word of its own to bash.
	script += "COMP_WORDS=(gpusph -del); COMP_CWORD=1; _gpusph; echo one \"${COMPREPLY[@]}\"\nCOMP_WORDS=(gpusph --kernel = q); COMP_CWORD=3; _gpusph; echo equals \"${COMPREPLY[@]}\"\n"
	answers := in(t, "bash", script, "--norc")
	i := strings.Index(answers, "\none ") + 1
	if i == 0 || answers[i:] != "one -deltap\nequals quintic\n" {
		t.Errorf("the answers end with %q", answers[i:])
	}
	checkCompletions(t, answers[:i])
}

// TestFish completes command lines with fish itself.
func TestFish(t *testing.T) {
	t.Parallel()
	script := completion.Script("fish", commands)
	in(t, "fish", script, "-n")
	for n, c := range completions {
		script += fmt.Sprintf("echo %d (complete -C '%s' | string split -f1 \\t)\n", n, c.line)
	}
	checkCompletions(t, in(t, "fish", script, "--no-config"))
}

// TestZsh runs the function of zsh, with the functions that it calls in place of those of a
// terminal.
func TestZsh(t *testing.T) {
	t.Parallel()
	script := completion.Script("zsh", commands)
	in(t, "zsh", script, "-n")
	script = `compdef() { }
_files() { [[ $1 == -/ ]] && print -n -- " " *(/N) || print -n -- " " *(N) }
compadd() { shift; local w; for w in "$@"; do [[ $w == $PREFIX* ]] && print -n -- " $w"; done; true }
_describe() { local array=$argv[-1] w; for w in ${(P)array}; do w=${w%%:*}; [[ $w == $PREFIX* ]] && print -n -- " $w"; done; true }
compset() { PREFIX=${PREFIX#*=} }
` + script
	for n, c := range completions {
		all := strings.Split(c.line, " ")
		script += fmt.Sprintf("words=('%s'); CURRENT=%d; PREFIX='%s'; print -n %d; _gpusph; print\n", strings.Join(all, "' '"), len(all), all[len(all)-1], n)
	}
	checkCompletions(t, in(t, "zsh", script, "-f"))
}

// TestManPage holds that the manual page tells every command and every option, and that groff has
// nothing to say against it.
func TestManPage(t *testing.T) {
	t.Parallel()
	source := man.Page(commands)
	page := in(t, "groff", source, "-man", "-Tutf8", "-Kutf8", "-ww", "-P-cbou", "-rLL=5000n")
	page = regexp.MustCompile(`[‐−]`).ReplaceAllString(page, "-")
	for _, c := range commands {
		if !strings.Contains(page, "gpusph "+strings.Replace(c.Name, "run", "[run]", 1)) {
			t.Errorf("there is no gpusph %s", c.Name)
		}
		for _, g := range c.Groups() {
			for _, o := range g.Options {
				if !strings.Contains(page, "--"+o.Name) {
					t.Errorf("there is no --%s of %s", o.Name, c.Name)
				}
			}
		}
	}
	for _, create := range problems.All {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		create().Options().Register(flags)
		flags.VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(page, "--"+f.Name) {
				t.Errorf("there is no --%s of %s", f.Name, create().Name())
			}
		})
	}
	for _, want := range []string{"NAME\n", "SYNOPSIS\n", "EXIT STATUS\n", "Look and measure\n", "Research: speed, and several devices\n", "Kinematic viscosity [m²/s]"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q", want)
		}
	}
}

// TestCompletionAndMan runs the commands as users do.
func TestCompletionAndMan(t *testing.T) {
	endAtOnce(t, "", []ending{
		{"completion bash", 0, "complete -F _gpusph gpusph"},
		{"completion zsh", 0, "#compdef gpusph"},
		{"completion zsh", 0, "_describe -t commands-26 'Research: speed, and several devices' commands"},
		{"completion fish", 0, "complete -c gpusph"},
		{"completion", 2, "gpusph completion takes bash, zsh or fish"},
		{"completion tcsh", 2, "gpusph completion takes bash, zsh or fish"},
		{"man", 0, ".TH GPUSPH 1"},
		{"man 1", 2, "gpusph man takes nothing more"},
	})
}

// TestInstall installs into a directory, and removes it again.
func TestInstall(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "with a space")
	run := func(target string) {
		t.Helper()
		c := exec.Command("make", "-C", root, target, "BINARY="+self, "DESTDIR="+dir, "PREFIX=/opt/x")
		c.Env = append(os.Environ(), asProgram+"=1")
		if said, err := c.CombinedOutput(); err != nil {
			t.Fatalf("make %s: %v: %s", target, err, said)
		}
	}
	run("install")
	share := filepath.Join(dir, "opt", "x", "share")
	for path, want := range map[string]string{
		filepath.Join(share, "man", "man1", "gpusph.1"):                     ".TH GPUSPH 1",
		filepath.Join(share, "bash-completion", "completions", "gpusph"):    "complete -F _gpusph gpusph",
		filepath.Join(share, "zsh", "site-functions", "_gpusph"):            "#compdef gpusph",
		filepath.Join(share, "fish", "vendor_completions.d", "gpusph.fish"): "complete -c gpusph",
		filepath.Join(share, "gpusph", "python", "gpusph", "run.py"):        "class Run",
		filepath.Join(share, "gpusph", "python", "examples", "beam.py"):     "Newmark",
	} {
		if !strings.Contains(string(read(t, path)), want) {
			t.Errorf("%s has no %q", path, want)
		}
	}
	c := exec.Command(filepath.Join(dir, "opt", "x", "bin", "gpusph"), "version")
	c.Env = append(os.Environ(), asProgram+"=1")
	if said, err := c.Output(); err != nil || !strings.HasPrefix(string(said), "gpusph 0.") {
		t.Errorf("%v: %s", err, said)
	}
	run("uninstall")
	filepath.WalkDir(dir, func(path string, e os.DirEntry, _ error) error {
		if !e.IsDir() {
			t.Errorf("%s is left", path)
		}
		return nil
	})
	missing := exec.Command("make", "-C", root, "install", "BINARY=nowhere/gpusph", "DESTDIR="+dir)
	if said, err := missing.CombinedOutput(); err == nil || !strings.Contains(string(said), "nowhere/gpusph is not there") {
		t.Errorf("without a binary: %v: %s", err, said)
	}
}
