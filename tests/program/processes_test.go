package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpusph/commands/timeline/tracetest"
	"gpusph/gpu"
	"gpusph/output"
)

// needsMPI skips a test where there is no mpirun.
func needsMPI(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("mpirun"); err != nil {
		if os.Getenv("GPUSPH_REQUIRE_MPI") == "1" {
			t.Fatalf("GPUSPH_REQUIRE_MPI is 1, but there is no mpirun: %v", err)
		}
		t.Skip("there is no mpirun; scripts/install-test-tools.sh installs it on Debian")
	}
}

// together is a number of processes, to be run in dir with the words of a command line.
func together(n int, dir, line string) *exec.Cmd {
	c := program(dir, line)
	c.Args = append([]string{"mpirun", "-n", strconv.Itoa(n), c.Path}, c.Args[1:]...)
	c.Path, c.Err = exec.LookPath("mpirun")
	c.Env = append(c.Env, "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
		"OMPI_MCA_rmaps_base_oversubscribe=1")
	return c
}

// Several processes compute the bits and write the files of one, whatever devices each has, with
// slices that move between them, and go on from each other's checkpoints.
func TestProcesses(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	needsMPI(t)
	dir := t.TempDir()
	flow := resumed + "--devices host:"
	done(t, dir, flow+"1 --dir whole")
	whole := filepath.Join(dir, "whole")
	run := func(n int, line, name string) output.Summary {
		t.Helper()
		if text, err := together(n, dir, line).CombinedOutput(); err != nil {
			t.Fatalf("%d processes, gpusph %s: %v\n%s", n, line, err, text)
		}
		return summary(t, filepath.Join(dir, name))
	}
	// A device has fifteen slices at least, so only three devices have some to spare.
	moved := 0
	const moving = " --balance paper --lb-threshold 0.001 --lb-steps 1 --dir "
	for n, devices := range map[int]int{2: 3, 3: 1} {
		name := fmt.Sprint("of", n)
		s := run(n, flow+strconv.Itoa(devices)+moving+name, name)
		sameRun(t, fmt.Sprintf("%d processes", n), filepath.Join(dir, name), whole)
		if len(s.Devices) != n*devices || s.Devices[len(s.Devices)-1].Name != fmt.Sprintf("%d/host:%d", n-1, devices-1) {
			t.Errorf("%d processes have the devices %v", n, s.Devices)
		}
		if text := string(read(t, dir, name, "report.txt")); len(s.Links) != n*(n-1)/2 || s.Links[0].Between != [2]int{0, 1} || !strings.Contains(text, "Link between processes") {
			t.Errorf("%d processes have the links %v, and the report\n%s", n, s.Links, text)
		}
		moved += s.Moved
	}
	if moved == 0 {
		t.Error("no slice has moved")
	}
	// In pieces there are the same snapshots and tables, also where the run goes on with other
	// processes.
	const pieces = "--pieces --formats vtk "
	run(2, strings.Replace(flow, "--formats vtk,csv", pieces, 1)+"2 --dir pieces "+
		"--stop-after 1h --maxiter 100", "pieces")
	run(3, "--resume pieces --maxiter 2147483647 -q --devices host:1", "pieces")
	if r := gpusph(t, dir, "compare pieces whole"); r.code != exitDone || !strings.Contains(r.stdout, "Snapshots: 9 pairs of a time, of 9 and 9; all are the same") {
		t.Errorf("pieces are not the whole: %v", r)
	}
	run(2, strings.Replace(flow, "--tend 0.15", "--tend 0.08", 1)+"2 --dir part", "part")
	run(3, "--resume part --tend 0.12 -q --devices host:1", "part")
	done(t, dir, "--resume part --tend 0.15 -q --devices host:2")
	sameRun(t, "in parts", filepath.Join(dir, "part"), whole)
}

// Snapshots in pieces give materials.csv its rows, too: volumes, masses, centres and velocities are
// sums over the processes, and interfaces lack the pairs between two.
func TestMaterialsInPieces(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	needsMPI(t)
	dir := t.TempDir()
	file, err := filepath.Abs(filepath.Join(root, "cases", "dam-break-air.toml"))
	if err != nil {
		t.Fatal(err)
	}
	flow := file + " --deltap 0.02 --tend 0.06 " +
		"--output-interval 0.02 -q --strict --balance off --formats vtk --devices host:1 --dir "
	done(t, dir, flow+"whole")
	if text, err := together(2, dir, flow+"pieces --pieces").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	rows := func(name string) [][]string {
		text := strings.TrimSpace(string(read(t, dir, name, "materials.csv")))
		var all [][]string
		for _, line := range strings.Split(text, "\n") {
			all = append(all, strings.Split(line, ","))
		}
		return all
	}
	whole, pieces := rows("whole"), rows("pieces")
	if len(whole) < 4 || len(pieces) != len(whole) {
		t.Fatalf("there are %d rows in pieces and %d else", len(pieces), len(whole))
	}
	for n := 1; n < len(whole); n++ {
		for k, heading := range whole[0] {
			a, err := strconv.ParseFloat(whole[n][k], 64)
			b, wrong := strconv.ParseFloat(pieces[n][k], 64)
			off, size := math.Abs(a-b), math.Max(math.Abs(a), 1e-6)
			tolerance := 1e-9
			if strings.Contains(heading, "interface") {
				tolerance = 0.1
			}
			if err != nil || wrong != nil || off > tolerance*size {
				t.Errorf("row %d, %s: %s in pieces, %s else", n, heading, pieces[n][k], whole[n][k])
			}
		}
	}
}

// A run that has lost a process ends in time, says which and how it goes on, and does.
func TestProcessLost(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	needsMPI(t)
	for rank, want := range []string{"process 0 is lost", "process 1 is lost"} {
		dir := t.TempDir()
		c := together(2, dir, "--problem DamBreak3D --deltap 0.03 --tend 9 --formats none "+
			"--checkpoint-every 0.005 --dir out")
		c.Env = append(c.Env, "CUDA_VISIBLE_DEVICES=") // so that each chooses the processor
		var said bytes.Buffer
		c.Stdout, c.Stderr = &said, &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			if all, _ := output.Checkpoints(filepath.Join(dir, "out")); len(all) > 0 {
				break
			} else if time.Since(began) > time.Minute {
				t.Fatal("there is no checkpoint")
			}
		}
		if err := syscall.Kill(child(t, c.Process.Pid, rank), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			text := said.String()
			if err == nil || !strings.Contains(text, want) || !strings.Contains(text, "mpirun -n 2 gpusph --resume out") {
				t.Errorf("process %d was killed: %v\n%s", rank, err, text)
			}
		case <-time.After(30 * time.Second):
			c.Process.Kill()
			t.Fatalf("process %d was killed, and the others go on", rank)
		}
		done(t, dir, "--resume out --tend 0.05 --devices host:2 -q")
	}
}

// A process that cannot write its piece of a snapshot ends all in order, and says why. The list has
// what is whole.
func TestPieceIsNotWritten(t *testing.T) {
	t.Parallel()
	needsMPI(t)
	dir := t.TempDir()
	c := together(1, dir, "--problem DamBreak3D --deltap 0.03 --tend 0.1 --output-interval 0.02 "+
		"--devices host:1 --pieces --dir out")
	words := c.Args[3:]
	c.Args = append(append(c.Args, ":", "-n", "1", "sh", "-c", `ulimit -f 40; exec "$0" "$@"`), words...)
	c.Env = append(c.Env, "OMPI_MCA_btl=tcp,self") // memory that is shared is a file
	text, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(text), "process 1: ") || !strings.Contains(string(text), "part_00001_1.vtp cannot be written: file too large") {
		t.Errorf("%v\n%s", err, text)
	}
	if list := string(read(t, dir, "out", "particles.pvd")); strings.Count(list, "<DataSet") != 1 || !strings.Contains(list, "part_00000.pvtp") {
		t.Errorf("the list is %s", list)
	}
}

// child is the process of mpirun that is of a rank.
func child(t *testing.T, mpirun, rank int) int {
	t.Helper()
	stats, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range stats {
		of, _ := os.ReadFile(path)
		pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
		stat, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "stat"))
		fields := strings.Fields(string(stat))
		if bytes.Contains(of, []byte("OMPI_COMM_WORLD_RANK="+strconv.Itoa(rank)+"\x00")) && len(fields) > 3 && fields[3] == strconv.Itoa(mpirun) {
			return pid
		}
	}
	t.Fatalf("mpirun has no process %d", rank)
	return 0
}

// A timeline of several processes is one trace, in which a message is on both sides at the same
// time.
func TestTimelineOfProcesses(t *testing.T) {
	t.Parallel()
	needsMPI(t)
	dir := t.TempDir()
	c := together(2, dir, "timeline --problem DamBreak3D --deltap 0.06 --devices host:2 "+
		"--balance off --warmup 12 --steps 2 --dir out")
	text, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(text), "on 4 devices") {
		t.Fatalf("%v\n%s", err, text)
	}
	trace := read(t, dir, "out", "trace.json")
	counts := tracetest.Check(t, trace)
	for _, name := range []string{"0/host:0 control", "0/host:1 right", "1/host:0 left", "1/host:1 stripe 1", "1/host:1 phases"} {
		if counts[name] == 0 {
			t.Errorf("nothing is recorded of %s: %v", name, counts)
		}
	}
	var all struct {
		TraceEvents []struct {
			Name, Ph, Cat string
			Pid, Tid      int
			Ts, Dur       float64
			Args          map[string]any
		}
	}
	if err := json.Unmarshal(trace, &all); err != nil {
		t.Fatal(err)
	}
	// Devices are processes there, from 1 on. Those in the middle meet in messages.
	messages := map[string][][2]float64{}
	streams := map[[2]int]string{}
	for _, e := range all.TraceEvents {
		if e.Name == "thread_name" {
			streams[[2]int{e.Pid, e.Tid}] = fmt.Sprint(e.Args["name"])
		}
	}
	for _, e := range all.TraceEvents {
		if name := fmt.Sprint(e.Pid, " ", streams[[2]int{e.Pid, e.Tid}]); e.Ph == "X" && e.Name == string(gpu.OpCall) {
			messages[name] = append(messages[name], [2]float64{e.Ts, e.Ts + e.Dur})
		}
	}
	_, rest, _ := strings.Cut(string(text), "clocks agree within ")
	within, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	a, b := messages["2 right"], messages["3 left"]
	if err != nil || len(a) < 4 || len(a) != len(b) {
		t.Fatalf("%v: there are the messages %v", err, messages)
	}
	for k := range a {
		if a[k][1] < b[k][0]-within || b[k][1] < a[k][0]-within {
			t.Errorf("message %d is on one side from %v µs, on the other from %v µs, "+
				"and clocks agree within %g µs", k, a[k], b[k], within)
		}
	}
}

// What cannot be is refused once, by the first process.
func TestProcessesRefused(t *testing.T) {
	t.Parallel()
	needsMPI(t)
	for line, want := range map[string]string{
		"bench":                   "bench is for one process",
		"--problem Dam":           "did you mean DamBreak3D?",
		"--problem DamBreak3D -q": "GPUSPH_MPI",
	} {
		c := together(2, t.TempDir(), line)
		if want == "GPUSPH_MPI" {
			c.Env = append(c.Env, want+"=/nowhere")
		}
		text, err := c.CombinedOutput()
		told := strings.Count(string(text), "gpusph: ")
		// without a library no process is the first
		if err == nil || told < 1 || told > 1 && want != "GPUSPH_MPI" || !strings.Contains(string(text), want) {
			t.Errorf("gpusph %s: %v\n%s, want %q once", line, err, text, want)
		}
	}
}

// Processes with other options than the first one's are refused before anything is made, with both
// values.
func TestProcessesDiffer(t *testing.T) {
	t.Parallel()
	needsMPI(t)
	const flow = "--problem DamBreak3D --deltap 0.05 --maxiter 5 --formats none --devices host:1 -q "
	for _, test := range [][3]string{
		{"--dir a", "--dir b", "process 1 has --dir b, but process 0 has --dir a"},
		{"--dir a", "", "process 1 has no --dir, but process 0 has --dir a"},
		{"--dir a", "--dir a --strict", "process 1 has --strict, but process 0 has no --strict"},
		{"--dir a --balance paper", "--dir a --balance off",
			"process 1 has --balance off, but process 0 has --balance paper"},
		{"--dir a", "--dir a --devices host:2", ""},
		{"--dir a", "--dir a --deltap 0.05", ""},
	} {
		dir := t.TempDir()
		c := together(1, dir, flow+test[0])
		c.Args = append(append(c.Args, ":", "-n", "1", c.Args[3]), strings.Fields(flow+test[1])...)
		text, err := c.CombinedOutput()
		if test[2] == "" {
			if err != nil {
				t.Errorf("%v: %v\n%s", test, err, text)
			}
			continue
		}
		exit := new(exec.ExitError)
		if !errors.As(err, &exit) || exit.ExitCode() != exitUsage || strings.Count(string(text), "gpusph: ") != 1 || !strings.Contains(string(text), test[2]) {
			t.Errorf("%v: %v\n%s", test, err, text)
		}
		if _, err := os.Stat(filepath.Join(dir, "a")); err == nil {
			t.Errorf("%v: the run directory is made", test)
		}
	}
}

// Over sockets, between two network namespaces as between two machines, with delays where the
// kernel has them, the bits are the same.
func TestProcessesOverSockets(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	needsMPI(t)
	dir := t.TempDir()
	here, there := fmt.Sprintf("gpusph%da", os.Getpid()), fmt.Sprintf("gpusph%db", os.Getpid())
	command := func(line string) error { return exec.Command("sh", "-c", line).Run() }
	t.Cleanup(func() { command("ip netns del " + here); command("ip netns del " + there) })
	if err := command(fmt.Sprintf(`set -e; ip netns add %[1]s; ip netns add %[2]s
		ip link add left netns %[1]s type veth peer name right netns %[2]s
		for ns in %[1]s %[2]s; do ip -n $ns link set lo up; done
		ip -n %[1]s addr add 10.99.0.1/24 dev left; ip -n %[2]s addr add 10.99.0.2/24 dev right
		ip -n %[1]s link set left up; ip -n %[2]s link set right up`, here, there)); err != nil {
		t.Skipf("there can be no network namespaces: %v", err)
	}
	if command(fmt.Sprintf("set -e; tc -n %s qdisc add dev left root netem delay 100us; tc -n %s qdisc add dev right root netem delay 100us", here, there)) != nil {
		t.Log("the kernel has no delays (netem), so there are none")
	}
	agent := filepath.Join(dir, "agent")
	if err := os.WriteFile(agent, []byte("#!/bin/sh\nhost=$1; shift\nexec ip netns exec "+there+" unshare --uts sh -c \"hostname $host; $*\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	flow := "--problem DamBreak3D --deltap 0.05 --maxiter 60 --devices host:1 --formats none -q "
	done(t, dir, flow+"--dir one")
	c := together(2, dir, flow+"--dir two")
	c.Args = append([]string{"ip", "netns", "exec", here, c.Path, "--host", "10.99.0.1,10.99.0.2",
		"--bind-to", "none", "--mca", "plm_rsh_agent", agent, "--mca", "btl", "tcp,self",
		"--mca", "btl_tcp_if_include", "10.99.0.0/24", "--mca", "oob_tcp_if_include",
		"10.99.0.0/24", "-x", asProgram}, c.Args[1:]...)
	c.Path, c.Err = exec.LookPath("ip")
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	sameRun(t, "between namespaces", filepath.Join(dir, "two"), filepath.Join(dir, "one"))
}

// Flexible parts have the bits of one process in several, which add up the forces on them.
func TestFlexibleInProcesses(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	needsMPI(t)
	file, err := filepath.Abs("../../features/flexible/testdata/gate.toml")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	flow := file + " --tend 0.18 --deltap 0.0067 --sample-interval 0.02 --formats none --devices host:"
	done(t, dir, flow+"1 --dir whole")
	if text, err := together(2, dir, flow+"1 --dir of2").CombinedOutput(); err != nil {
		t.Fatalf("two processes: %v\n%s", err, text)
	}
	whole := filepath.Join(dir, "whole")
	sameRun(t, "two processes", filepath.Join(dir, "of2"), whole)
	table := read(t, whole, "flexible.csv")
	if !bytes.Equal(read(t, dir, "of2", "flexible.csv"), table) {
		t.Error("two processes have another flexible.csv")
	}
	rows := strings.Split(strings.TrimSpace(string(table)), "\n")
	if tip := strings.Split(rows[len(rows)-1], ","); tip[len(tip)-3] == "0" {
		t.Errorf("the plate is at rest: the test shows nothing: %s", rows[len(rows)-1])
	}
}
