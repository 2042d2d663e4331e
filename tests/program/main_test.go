package program

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gpusph/commands/app"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/problems"
)

// commands and exit codes of the program.
var commands = app.Commands

const (
	exitDone        = app.Done
	exitFailed      = app.Failed
	exitUsage       = app.Usage
	exitInterrupted = app.Interrupted
)

// root is the folder of the project, from here.
const root = "../.."

// asProgram, in the environment, makes the test binary gpusph.
const asProgram = "GPUSPH_TEST_AS_PROGRAM"

// smallPictures, in the environment, has runs draw their last state small: large ones take longer
// than most of these runs.
const smallPictures = "GPUSPH_TEST_SMALL_PICTURES"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		injectFault()
		if os.Getenv(smallPictures) == "1" {
			output.LastPicture.Width, output.LastPicture.Height = 320, 180
		}
		os.Exit(app.Main())
	}
	code := m.Run()
	if sharedBrowser != nil {
		sharedBrowser.kill()
	}
	os.Exit(code)
}

// program is gpusph, to be run in dir with the words of a command line.
func program(dir, line string) *exec.Cmd {
	self, err := os.Executable() // a relative os.Args[0] does not go with c.Dir
	if err != nil {
		panic(err)
	}
	c := exec.Command(self, strings.Fields(line)...)
	c.Env = append(os.Environ(), asProgram+"=1", smallPictures+"=1")
	c.Dir = dir
	return c
}

// result is what a command left behind.
type result struct {
	code           int
	stdout, stderr string
}

// gpusph runs the program in dir with the words of a command line.
func gpusph(t *testing.T, dir, line string) result {
	t.Helper()
	c := program(dir, line)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	r := result{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
	if strings.Contains(r.stdout+r.stderr, "\x1b") {
		t.Errorf("gpusph %s: escape codes where there is no terminal: %q", line, r.stdout+r.stderr)
	}
	return r
}

// draws runs the program in dir with the words of a command line, and has it draw as for users.
func draws(t *testing.T, dir, line string) {
	t.Helper()
	c := program(dir, line)
	c.Env = append(c.Env, smallPictures+"=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("gpusph %s: %v: %s", line, err, out)
	}
}

// Lines that end at once: the exit code, and what is on stdout (0) or stderr.
func TestLinesThatEndAtOnce(t *testing.T) {
	const flow = "--problem DamBreak3D --devices host:1 "
	for _, test := range []struct {
		line string
		code int
		want []string // all of them
	}{
		{"", 0, []string{"gpusph DamBreak3D"}},
		{"--help", 0, []string{"--deltap", "scaling", "gpusph help run lists all options",
			"Exit codes:", "130"}},
		{"-h", 0, []string{"--deltap"}},
		{"help", 0, []string{"Commands:\n\n  Run and prepare\n    run  ",
			"\n  Research: speed, and several devices\n    bench  ", "--deltap",
			"gpusph help run lists all options"}},
		{"help run", 0, []string{"--deltap", "--lb-threshold float", "(default 0.5)", "--lb-gain",
			"has options of its own", "Exit codes:"}},
		{"run --help", 0, []string{"--deltap", "--lb-threshold float"}},
		{"run --help --problem Hydrostatic", 0, []string{"--lb-threshold", "--cfl"}},
		{"help bench", 0,
			[]string{"gpusph bench FILE.toml [options]    of a case file\n\nTiming:\n",
				"--compare file", "--deltap"}},
		{"bench -h", 0, []string{"Timing:", "--compare"}},
		{"help scaling", 0, []string{"--gpus list", "--weak"}},
		{"help timeline", 0, []string{"--svg"}},
		{"help balance --problem Hydrostatic", 0, []string{"--search", "Hydrostatic", "--lid"}},
		{"help hydrostatic", 0, []string{"Hydrostatic", "--cfl", "--lid"}},
		{"help selftest", 0, []string{"gpusph selftest [options]", "--no-speed"}},
		{"help view", 0, []string{"gpusph view DIR", "--serve"}},
		{"view", 2, []string{"takes one run directory, but there are 0; use gpusph view runs/"}},
		{"help edit", 0, []string{"gpusph edit FILE", "--serve", "the flow in 3D as it will be filled"}},
		{"edit", 2, []string{"gpusph edit takes a case file: gpusph edit case.toml opens it"}},
		{"edit weir", 2, []string{"does not end in .toml; use gpusph edit weir.toml"}},
		{"edit a.toml b.toml", 2, []string{"takes one case file, but there are 2: a.toml, b.toml"}},
		{"edit no/a.toml", 2, []string{"there is no folder no, in which a.toml would be written"}},
		{"edit a.toml --serve 0.0.0.0:8080", 2, []string{"--serve: 0.0.0.0:8080 can be reached from " +
			"other machines", "ssh -L 8080:localhost:8080"}},
		{"view nowhere", 2, []string{"nowhere has no files of a run; use the directory of a run"}},
		{"view . --serve a/b", 2, []string{`--serve: "a/b" is not an address for a page; use 8080`}},
		{flow + "--serve localhost:99999", 2, []string{`--serve: "localhost:99999" is not an address`}},
		{flow + "--serve=192.0.2.1:80", 2, []string{"--serve: the page cannot be served",
			"use another port"}},
		{"bench " + flow + "--serve", 2, []string{"--serve is an option of run"}},
		{"help devices", 0, []string{"list GPUs"}},
		{"devices --help", 0, []string{"list GPUs"}},
		{"--help --problem Hydrostatic", 0, []string{"Hydrostatic", "--cfl", "--boundary"}},
		{"-help -problem=hydrostatic", 0, []string{"--cfl"}},
		{"help --problem Hydrostatic", 0, []string{"--cfl"}},
		{"version", 0, []string{"gpusph 0.1.0"}},
		{"--version", 0, []string{"gpusph 0.1.0"}},
		{"-v", 0, []string{"gpusph 0.1.0"}},
		{"problems", 0, []string{"DamBreak3D", "BoreInABox", "Spheric2", "Hydrostatic", "deltap"}},
		{"devices", 0, []string{"host", "cores"}},

		{"run", 2, []string{"no flow is named; use a problem, e.g. --problem DamBreak3D"}},
		{"-gpus 6", 2, []string{"no flow is named; use a problem, e.g. --problem DamBreak3D"}},
		{"--problem DamBraek3D", 2, []string{"DamBraek3D", "did you mean DamBreak3D?"}},
		{"--problem qqqq", 2, []string{`there is no problem "qqqq"; there are ` + text.And(problemNames())}},
		{"DamBreak3D --gpsu 2", 2, []string{"there is no option --gpsu; did you mean --gpus?"}},
		{"device", 2, []string{"did you mean devices?"}},
		{"devices --all", 2, []string{"--all"}},
		{"help benhc", 2, []string{`there is no help about "benhc"; did you mean bench?`}},
		{"help bench -problem", 2, []string{"--problem needs a value"}},
		{"help bench 3", 2, []string{`"3" is not an option`}},
		{"help devices all", 2, []string{"takes nothing more"}},
		{"qqqq", 2, []string{`there is no command "qqqq"; there are run, init, edit, gallery, check, `}},
		{flow + "-gpsu 6", 2, []string{"there is no option -gpsu; did you mean --gpus?"}},
		{flow + "--delta-p=0.1", 2, []string{"there is no option --delta-p; did you mean --deltap?"}},
		{flow + "-x", 2, []string{"there is no option -x; gpusph help run lists its options"}},
		{flow + "-forc", 2, []string{"there is no option -forc; gpusph help run lists"}},
		{flow + "-from 1", 2, []string{"--from is an option of init, render, surface, " +
			"measure, converge, sweep, bench, scaling, timeline and balance, not of run; gpusph help run"}},
		{"run " + flow + "-json x", 2, []string{"--json is an option of gallery, report, compare, " +
			"selftest, bench and timeline, not of run"}},
		{flow + "--search", 2, []string{"--search is an option of balance, not of run"}},
		{"--problem", 2, []string{"--problem needs a value: name of the flow to simulate"}},
		{"--problem DamBreak3D --gpus 1.5", 2, []string{`--gpus is "1.5", but must be a whole number: number of subdomains, on GPUs`}},
		{"--problem DamBreak3D --gpus 99999999999", 2, []string{"--gpus is 99999999999, " +
			"but must be from 1 to 255; 1"}},
		{"--problem DamBreak3D --gpus 99999999999999999999", 2,
			[]string{"--gpus is 99999999999999999999, which is too large a number: number of subdomains"}},
		{flow + "--sample-interval 1e-12", 2, []string{"--sample-interval is 1e-12, " +
			"but must be at least 1e-9; without it"}},
		{flow + "--sample-interval 1e-7", 2, []string{"--sample-interval is 1e-07 s, " +
			"but a step is about 0.0", "only interpolated; use 0.0"}},
		{flow + "--maxiter 3000000000", 2, []string{"--maxiter is 3000000000, " +
			"but must be at most 2147483647; "}},
		{flow + "--deltap 0", 2, []string{"--deltap is 0, but must be a positive number; " +
			"0.02 is the problem's own"}},
		{flow + "--deltap 0.3", 2, []string{"--deltap is 0.3 m, but must be at most 0.06 m: " +
			"the obstacle is only 0.12 m along x"}},
		{flow + "--deltap 0.1", 2, []string{"--deltap is 0.1 m, but must be at most 0.06 m"}},
		{flow + "--balance bogus", 2, []string{"but must be off, on, predictive or paper\n"}},
		{flow + "word", 2, []string{`"word" is not an option`}},
		{flow + "--deltap", 2, []string{"--deltap needs a value"}},
		{flow + "--deltap fine", 2, []string{`--deltap is "fine", but must be a number`}},
		{flow + "--maxiter 1.5", 2, []string{`--maxiter is "1.5", but must be a whole number`}},
		{flow + "--deltap -0.1", 2, []string{"--deltap is -0.1 m, but must be at least 1e-9 m"}},
		{flow + "--deltap NaN", 2, []string{"--deltap is NaN, but must be"}},
		{flow + "--deltap 5", 2, []string{"--deltap is 5 m, but must be at most 0.06 m"}},
		{flow + "-tend -0.5", 2, []string{"--tend is -0.5, but must be at least 1e-12"}},
		{flow + "-tend 0", 2, []string{"--tend is 0, but"}},
		{flow + "--maxiter 0", 2, []string{"--maxiter is 0, but must be at least 1; without it, " +
			"there is no limit"}},
		{flow + "--dt 0", 2, []string{"--dt is 0"}},
		{flow + "--lb-threshold -1", 2, []string{"--lb-threshold is -1", "the paper has 0.5"}},
		{flow + "--rebuild_every 0", 2, []string{"--rebuild-every is 0, but must be from 1 to 1000"}},
		{flow + "--skin 3", 2, []string{"--skin is 3, but must be from 0.01 to 2"}},
		{flow + "--split-axis w", 2, []string{`--split-axis is "w", but must be x, y or z`}},
		{flow + "--balance papr", 2, []string{`--balance is "papr", but must be`, "did you mean paper?"}},
		{flow + "--log-level loud", 2, []string{`--log-level is "loud", but must be debug, info, warn or error`}},
		{flow + "--formats vtk,stl", 2, []string{`"stl"`, "vtk", "msgpack", "csv", "none"}},
		{flow + "--formats vtk,none", 2, []string{"none"}},
		{flow + "--cfl 3", 2, []string{"--cfl is 3, but must be"}},
		{flow + "--dt 1e-5 --cfl 0.2", 2, []string{"--dt and --cfl do not go together"}},
		{flow + "--gpus 2", 2, []string{"--gpus and --devices do not go together"}},
		{flow + "--nosave --output-interval 0.1", 2, []string{"do not go together"}},
		{flow + "--balance off --lb-steps 5", 2, []string{"--lb-steps has no effect: ",
			"use --balance paper"}},
		{flow + "--lb-threshold 1", 2, []string{"--lb-threshold has no effect: ", "use --balance paper"}},
		{flow + "--lb-gain 101", 2, []string{"--lb-gain is 101", "2 is the default"}},
		{flow + "--variant wall", 2, []string{"--variant is an option of BoreInABox; " +
			"DamBreak3D has none"}},
		{"--problem DamBreak3D --gpus 0", 2, []string{"--gpus is 0, but must be from 1 to 255",
			"1 is the default"}},
		{"--problem DamBreak3D --gpus 200 --deltap 0.05", 2, []string{"too few for 200 devices"}},
		{"--problem DamBreak3D --device host:0", 2, []string{"use host:4"}},
		{"--problem DamBreak3D --devices cuda:99", 2, []string{"--devices has cuda:99, but ", "; use "}},
		{"--problem DamBreak3D --devices gpu1", 2, []string{`"gpu1"`, "use cuda:0,cuda:1 or host:4"}},
		{"--problem DamBreak3D --devices=", 2, []string{"--devices is empty"}},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			r := gpusph(t, dir, test.line)
			text, other := r.stdout, r.stderr
			if test.code != 0 {
				text, other = r.stderr, r.stdout
				if lines := strings.Count(r.stderr, "\n"); lines != 1 {
					t.Errorf("%d lines on stderr, not one sentence", lines)
				}
			}
			if r.code != test.code {
				t.Errorf("exit code %d, not %d", r.code, test.code)
			}
			for _, want := range test.want {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in the answer", want)
				}
			}
			if strings.Contains(text, "`") {
				t.Error("a raw backquote")
			}
			if other != "" {
				t.Errorf("the other stream has %q", other)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("it left %s behind", left[0].Name())
			}
			if t.Failed() {
				t.Logf("%q", text)
			}
		})
	}
}

// ending is a command line that ends at once, its exit code, and what it says.
type ending struct {
	line string
	code int
	want string
}

// endAtOnce holds that command lines, each behind the same words, do so, failures
// with one sentence, and leave nothing behind.
func endAtOnce(t *testing.T, words string, endings []ending) {
	t.Helper()
	for _, test := range endings {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			r := gpusph(t, dir, words+test.line)
			if r.code != test.code || !strings.Contains(r.stdout+r.stderr, test.want) {
				t.Errorf("exit code %d, or no %q: %q", r.code, test.want, r.stderr)
			}
			if lines := strings.Count(r.stderr, "\n"); test.code != 0 && lines != 1 {
				t.Errorf("%d lines on stderr: %q", lines, r.stderr)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("it left %s behind", left[0].Name())
			}
		})
	}
}

// problemNames are those that gpusph problems lists.
func problemNames() (names []string) {
	for _, create := range problems.All {
		names = append(names, create().Name())
	}
	return names
}
