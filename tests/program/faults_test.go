package program

import (
	"bytes"
	"errors"
	"fmt"

	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"gpusph/gpu"
	"gpusph/output"
)

// faultOf, in the environment of the program, is what goes wrong in it: "forces error 700" is an
// error of every kernel whose name begins so, from the 701st kernel on that is run, "forces panic
// 700" a panic, and "memory error 700" that no device can allocate any more.
const faultOf = "GPUSPH_TEST_FAULT"

// injectFault lets it go wrong.
func injectFault() {
	var what, how string
	var after int64
	if _, err := fmt.Sscan(os.Getenv(faultOf), &what, &how, &after); err != nil {
		return
	}
	var kernels atomic.Int64
	gpu.HostFault = func(of string) error {
		n := kernels.Load()
		if of == gpu.NoMemory {
			of = "memory"
		} else {
			n = kernels.Add(1)
		}
		switch {
		case n <= after || !strings.HasPrefix(of, what):
			return nil
		case how == "panic":
			panic("there is no such thing")
		}
		return errors.New("injected")
	}
}

// failing is a run with all files that there are, which writes rows and checkpoints often.
const failing = "--problem DamBreak3D --deltap 0.06 --h-factor 1.3 --tend 0.08 --rebuild-every 2 --skin 0.4 --sample-interval 0.00003 --output-interval 0.0125 --formats vtk,vtk-walls,msgpack,csv --checkpoint-every 0.01 --log-level debug "

// failed holds that a run has ended in order: it says what went wrong, and how to go on.
func failed(t *testing.T, about, dir string, r result, want ...string) {
	t.Helper()
	for _, want := range append(want, "gpusph --resume "+dir+" goes on with it") {
		if r.code != exitFailed || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit code %d, and it does not say %q: %s", about, r.code, want, r.stderr)
		}
	}
	if strings.Contains(r.stderr, "goroutine ") {
		t.Errorf("%s: it has crashed: %s", about, r.stderr)
	}
}

// goesOn lets a run go on and holds that it comes to what one does that nothing has happened to,
// with each row once.
func goesOn(t *testing.T, about, dir, out string) {
	t.Helper()
	done(t, dir, "--resume "+out+" -q")
	sameRun(t, about, filepath.Join(dir, out), filepath.Join(dir, "whole"))
	seen := map[string]bool{}
	for line := range strings.Lines(string(read(t, dir, out, "throughput.csv"))) {
		step := strings.Split(line, ",")[1]
		if seen[step] {
			t.Errorf("%s: throughput.csv has two rows of step %s", about, step)
		}
		seen[step] = true
	}
}

// withFault runs the program in dir with a fault.
func withFault(dir, fault, line string) result {
	var stdout, stderr bytes.Buffer
	c := program(dir, line)
	c.Env = append(c.Env, faultOf+"="+fault)
	c.Stdout, c.Stderr = &stdout, &stderr
	c.Run()
	return result{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// A device that fails in the middle of a step, a worker that panics and memory that lacks when
// arrays grow end a run in order. It goes on as if nothing had been.
func TestDeviceFaults(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	done(t, dir, failing+"--devices host:1 --dir whole -q")
	for _, test := range []struct {
		devices, fault string
		want           []string
	}{
		{"host:1", "forces error 1500", []string{"host:0: forces", "injected"}},
		{"host:3", "forces error 3500", []string{": forces", "injected"}},
		{"host:2", "minimumscan error 2000", []string{": minimumscan: injected"}},
		{"host:2", "neibs error 2500", []string{": neibs: injected"}},
		{"host:1", "forces panic 1500", []string{"host:0: forces", "the program has panicked: there is no such thing"}},
		{"host:3", "neibs panic 3000", []string{": neibs", "the program has panicked: there is no such thing"}},
	} {
		out := strings.NewReplacer(":", "_", " ", "_").Replace(test.devices + test.fault)
		failed(t, test.fault, out, withFault(dir, test.fault, failing+"--dir "+out+" --devices "+test.devices), test.want...)
		if s := summary(t, filepath.Join(dir, out)); s.Status != output.Failed {
			t.Errorf("%s: the summary says %s", test.fault, s.Status)
		}
		goesOn(t, test.fault, dir, out)
	}
	// On six devices lists grow in the first period.
	done(t, dir, failing+"--devices host:1 --maxiter 30 --dir memory -q")
	failed(t, "memory", "memory", withFault(dir, "memory error 50", "--resume memory --devices host:6"), "has no room for", "not enough memory")
	goesOn(t, "memory", dir, "memory")
}

// Without a checkpoint a run that fails says why there is none.
func TestNothingToGoOnFrom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for options, want := range map[string]string{
		"": "the run ended before its first checkpoint; a shorter --checkpoint-interval makes it sooner", "--checkpoint-interval 0 ": "--checkpoint-interval 10m makes checkpoints in a run",
	} {
		r := withFault(dir, "forces error 300", small+options+"--force --dir out")
		if r.code != exitFailed || !strings.Contains(r.stderr, "there is nothing to go on from") || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit code %d: %s", options, r.code, r.stderr)
		}
	}
}

// A disk that is full ends a run in order: it says which file, and how to go on. When there is room
// again the run goes on as if nothing had been.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const line = "--problem DamBreak3D --deltap 0.06 --tend 0.15 --sample-interval 0.00003 --output-interval 0.02 --checkpoint-every 0.01 "
	done(t, dir, line+"--dir whole -q")
	for _, devices := range []string{"1", "2"} {
		c := program(dir, line+"--force --dir out --gpus "+devices)
		c.Args = append([]string{"sh", "-c", `ulimit -f 400; exec "$@"`, "sh"}, c.Args...)
		c.Path = "/bin/sh"
		var stderr bytes.Buffer
		c.Stderr = &stderr
		c.Run()
		failed(t, devices, "out", result{code: c.ProcessState.ExitCode(), stderr: stderr.String()}, "cannot be written: file too large")
		if s := summary(t, filepath.Join(dir, "out")); s.Status != output.Failed {
			t.Errorf("the summary says %s", s.Status)
		}
		goesOn(t, devices, dir, "out")
	}
}

// disk mounts a file system of a given number of bytes at a directory, which it makes. resize gives
// it another size.
func disk(t *testing.T, at string, bytes int64) (resize func(bytes int64)) {
	t.Helper()
	if err := os.Mkdir(at, 0o777); err != nil {
		t.Fatal(err)
	}
	mount := func(flags uintptr, bytes int64) error {
		return syscall.Mount("tmpfs", at, "tmpfs", flags, fmt.Sprintf("size=%d", bytes))
	}
	if err := mount(0, bytes); err != nil {
		t.Skipf("no file system can be mounted: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(at, syscall.MNT_DETACH) })
	return func(bytes int64) {
		if err := mount(syscall.MS_REMOUNT, bytes); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever is being written when a disk is full, the run ends in order and goes on. With nothing to
// go on from it begins anew.
func TestSmallDisk(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	done(t, dir, failing+"--dir whole -q")
	resize := disk(t, filepath.Join(dir, "disk"), 1<<30)
	full, begun := 0, 0
	for size := int64(300 << 10); ; size += 900 << 10 {
		resize(size)
		out := "disk/out"
		r := gpusph(t, dir, failing+"--dir "+out)
		if r.code == exitDone {
			break
		}
		full++
		if !strings.Contains(r.stderr, "no space left on device") {
			t.Errorf("%d bytes: exit code %d: %s", size, r.code, r.stderr)
		}
		resize(1 << 30)
		if all, _ := output.Checkpoints(filepath.Join(dir, out)); len(all) > 0 {
			begun++
			failed(t, fmt.Sprint(size, " bytes"), out, r)
			goesOn(t, fmt.Sprint(size, " bytes"), dir, out)
		} else if !strings.Contains(r.stderr, "there is nothing to go on from") && !strings.Contains(r.stderr, "cannot be made") {
			t.Errorf("%d bytes: it does not say why it cannot go on: %s", size, r.stderr)
		}
		if err := os.RemoveAll(filepath.Join(dir, out)); err != nil {
			t.Fatal(err)
		}
	}
	if begun < 3 {
		t.Errorf("of %d runs on full disks %d have a checkpoint: the test shows little", full, begun)
	}
	t.Logf("the disk was full %d times, %d of them with a checkpoint", full, begun)
}

// A disk that is full for any one file of a run, while it grows or when it is made, ends the run in
// order. It names the file, and goes on.
func TestDiskFullForFile(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	done(t, dir, failing+"--devices host:2 --dir whole -q")
	done(t, dir, failing+"--devices host:2 --maxiter 30 --dir begun -q")
	last, err := output.Checkpoints(filepath.Join(dir, "whole"))
	if err != nil || len(last) == 0 {
		t.Fatal(last, err)
	}
	// of a snapshot that is still to come
	number := fmt.Sprintf("%05d", len(strings.Split(string(read(t, dir, "begun", "particles.csv")), "\n")))

	// What grows gets a file system of its own with room for what there is and not a page more.
	grows := func(t *testing.T, path string) (room func()) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pages := (int64(len(data)) + 4095) / 4096 * 4096
		if filepath.Ext(path) == ".log" { // which has few lines
			data = append(data, bytes.Repeat([]byte("\n"), int(pages)-len(data))...)
		}
		at := path + ".disk"
		disk(t, at, pages)
		moved := filepath.Join(at, "file")
		if err := errors.Join(os.WriteFile(moved, data, 0o666), os.Remove(path), os.Symlink(moved, path)); err != nil {
			t.Fatal(err)
		}
		return func() {
			data, err := os.ReadFile(moved)
			if err := errors.Join(err, os.Remove(path), os.WriteFile(path, data, 0o666)); err != nil {
				t.Fatal(err)
			}
		}
	}
	// What is made whole is a device that is always full.
	made := func(t *testing.T, path string) (room func()) {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.Symlink("/dev/full", path); err != nil {
			t.Fatal(err)
		}
		return func() { os.Remove(path) }
	}
	for _, test := range []struct {
		file string
		full func(*testing.T, string) func()
		late bool // it is full only when the run has begun
	}{
		// gauges and forces have the same writer
		{"run.log", grows, false}, {"energies.csv", grows, false},
		{"throughput.csv", grows, false}, {"throughput.msgpack", grows, false},
		{"data/part_" + number + ".vtp", made, false}, {"data/walls_" + number + ".vtp", made, false},
		{"data/part_" + number + ".msgpack", made, false}, {"data/part_" + number + ".csv", made, false},
		{"particles.pvd", made, true}, {filepath.Base(last[len(last)-1]), made, true},
		{"last_devices.png", made, false}, {"report.txt", made, false}, {"summary.json", made, false}, {"summary.msgpack", made, false},
	} {
		t.Run(strings.ReplaceAll(test.file, "/", "_"), func(t *testing.T) {
			out := strings.NewReplacer("/", "_", ".", "_").Replace(test.file)
			at := filepath.Join(dir, out)
			if err := os.CopyFS(at, os.DirFS(filepath.Join(dir, "begun"))); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(at, test.file)
			c := program(dir, "--resume "+out)
			var stderr bytes.Buffer
			c.Stderr = &stderr
			var room func()
			if !test.late {
				room = test.full(t, path)
			}
			before := len(read(t, at, "energies.csv"))
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			if test.late {
				for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Microsecond) {
					if info, err := os.Stat(filepath.Join(at, "energies.csv")); err == nil && int(info.Size()) > before {
						break
					}
				}
				room = test.full(t, path)
			}
			c.Wait()
			failed(t, test.file, out, result{code: c.ProcessState.ExitCode(), stderr: stderr.String()}, test.file+" cannot be written: no space left on device")
			room()
			goesOn(t, test.file, dir, out)
		})
	}
}

// A directory that can no longer be written into ends the run in order.
func TestDirectoryReadOnly(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	const line = "--problem DamBreak3D --deltap 0.06 --tend 0.4 --sample-interval 0.0001 --output-interval 0.005 --checkpoint-every 0.005 --dir "
	done(t, dir, line+"whole -q")
	out := filepath.Join(dir, "out")
	// where tables are, and where snapshots are
	for _, of := range []string{out, filepath.Join(out, "data")} {
		c, stderr := started(t, dir, line+"out")
		checkpointed(t, out)
		writable := readOnly(t, of)
		c.Wait()
		writable()
		failed(t, of, "out", result{code: c.ProcessState.ExitCode(), stderr: stderr.String()}, "cannot be written: ")
		goesOn(t, of, dir, "out")
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
	}
}

// readOnly lets no user make files in a directory, root neither, until the function that it returns
// is called.
func readOnly(t *testing.T, dir string) (writable func()) {
	t.Helper()
	change := func(with string) error { return exec.Command("chattr", with, dir).Run() }
	if os.Geteuid() != 0 {
		change = func(with string) error { return os.Chmod(dir, map[string]os.FileMode{"+i": 0o555, "-i": 0o777}[with]) }
	}
	if err := change("+i"); err != nil {
		t.Skipf("%s cannot be made read-only: %v", dir, err)
	}
	writable = func() {
		if err := change("-i"); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { change("-i") })
	return writable
}

// checkpointed waits until a run has a checkpoint.
func checkpointed(t *testing.T, dir string) {
	t.Helper()
	for range 1000 {
		if all, _ := output.Checkpoints(dir); len(all) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the run has no checkpoint")
}

// A run whose directory has gone ends in order, too.
func TestDirectoryGoes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, stderr := started(t, dir, endless+"--checkpoint-every 0.01")
	checkpointed(t, filepath.Join(dir, "out"))
	if err := os.Rename(filepath.Join(dir, "out"), filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitFailed || !strings.Contains(stderr.String(), "no such file or directory") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if all, err := output.Checkpoints(filepath.Join(dir, "elsewhere")); err != nil || len(all) == 0 {
		t.Errorf("there are the checkpoints %v, %v", all, err)
	}
}
