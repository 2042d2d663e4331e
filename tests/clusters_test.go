package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// stubs are programs of Slurm that write what they are asked for into a file. srun runs until
// scancel signals it, or fails if it is asked to.
var stubs = map[string]string{
	"srun": `echo "srun $*" >> log
		[ -z "${FAILS:-}" ] || exit 7
		case "$*" in *DamBreak3D*|*resume*) ;; *) exit 0;; esac
		trap 'exit 130' TERM
		echo $$ > srun.pid.new; mv srun.pid.new srun.pid
		while :; do sleep 0.02; done`,
	"scancel":  `echo "scancel $*" >> log; kill -TERM "$(cat srun.pid)"`,
	"scontrol": `echo "scontrol $*" >> log`,
}

// slurmScript is a script of scripts/slurm among the stubs, in a directory of its own.
func slurmScript(t *testing.T, dir, name, line string, env ...string) *exec.Cmd {
	t.Helper()
	for stub, text := range stubs {
		if err := os.WriteFile(filepath.Join(dir, stub), []byte("#!/bin/bash\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	path, err := filepath.Abs(filepath.Join(root, "scripts", "slurm", name))
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("bash", append([]string{path}, strings.Fields(line)...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "SLURM_JOB_ID=12",
		"SLURM_CPUS_PER_TASK=4", "SLURM_GPUS_ON_NODE=8")
	c.Env = append(c.Env, env...)
	return c
}

func logged(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRequeue signals the script for long runs, as Slurm does before the limit of time: the run
// ends and the job is requeued. Where there is a checkpoint, the run resumes.
func TestRequeue(t *testing.T) {
	for name, test := range map[string]struct {
		files []string
		env   string
		want  string
	}{
		"first": {nil, "", "gpusph DamBreak3D --dir out\n"},
		"resumed": {[]string{"checkpoint_000000020.msgpack", "files.txt"},
			"SLURM_RESTART_COUNT=1", "gpusph --resume out\n"},
		"too early": {[]string{"files.txt"}, "SLURM_RESTART_COUNT=1",
			"gpusph DamBreak3D --dir out --force\n"},
	} {
		dir := t.TempDir()
		os.Mkdir(filepath.Join(dir, "out"), 0o755)
		for _, f := range test.files {
			os.WriteFile(filepath.Join(dir, "out", f), nil, 0o644)
		}
		c := slurmScript(t, dir, "requeue.sh", "out DamBreak3D", test.env)
		var said strings.Builder
		c.Stdout, c.Stderr = &said, &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, "srun.pid")); err == nil {
				break
			} else if time.Since(began) > 20*time.Second {
				c.Process.Kill()
				t.Fatalf("%s: srun has not begun: %s", name, &said)
			}
		}
		c.Process.Signal(syscall.SIGUSR1)
		err := c.Wait()
		want := "srun --mpi=pmix --cpus-per-task=4 " + test.want +
			"scancel --signal=TERM 12.0\nscontrol requeue 12\n"
		if got := logged(t, dir); err != nil || got != want {
			t.Errorf("%s: %v, %s\n%s, want\n%s", name, err, &said, got, want)
		}
	}
	dir := t.TempDir()
	c := slurmScript(t, dir, "requeue.sh", "out DamBreak3D", "FAILS=1")
	if err := c.Run(); c.ProcessState.ExitCode() != 7 || strings.Contains(logged(t, dir), "requeue") {
		t.Errorf("a run that fails: %v\n%s", err, logged(t, dir))
	}
}

// TestSlurmScripts has what the other scripts give srun.
func TestSlurmScripts(t *testing.T) {
	const list = "dam.toml --deltap 0.01\ndam.toml --alpha 0.02\n"
	for name, want := range map[string]string{
		"one-process.sh cavity.toml": "srun --cpus-per-task=4 gpusph --gpus 8 cavity.toml\n",
		"processes.sh cavity.toml":   "srun --mpi=pmix --cpus-per-task=4 gpusph cavity.toml\n",
		"nodes.sh cavity.toml":       "srun --mpi=pmix --cpus-per-task=4 gpusph cavity.toml\n",
		"array.sh list " +
			"study": "srun --cpus-per-task=4 gpusph dam.toml --alpha 0.02 --dir study/2\n",
	} {
		dir := t.TempDir()
		os.WriteFile(filepath.Join(dir, "list"), []byte(list), 0o644)
		script, line, _ := strings.Cut(name, " ")
		if text, err := slurmScript(t, dir, script, line, "SLURM_ARRAY_TASK_ID=2").CombinedOutput(); err != nil || logged(t, dir) != want {
			t.Errorf("%s: %v, %s\n%s, want\n%s", name, err, text, logged(t, dir), want)
		}
	}
}
