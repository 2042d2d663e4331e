package program

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/output"
)

// twoGPUs skips a test where there are no two GPUs and mpirun. It fails where GPUSPH_REQUIRE_GPUS
// asks for two.
func twoGPUs(t *testing.T) {
	t.Helper()
	gpus, err := gpu.GPUs()
	if len(gpus) < 2 {
		if n, _ := strconv.Atoi(os.Getenv("GPUSPH_REQUIRE_GPUS")); n >= 2 {
			t.Fatalf("GPUSPH_REQUIRE_GPUS is %d, but there are %d GPUs: %v", n, len(gpus), err)
		}
		t.Skip("there are no two GPUs")
	}
	needsMPI(t)
}

// Processes with a GPU each compute the bits of one process, by any transport, with slices that
// move, and strict kernels those of the processor.
func TestProcessesOnGPUs(t *testing.T) {
	twoGPUs(t)
	dir := t.TempDir()
	for _, kernels := range []string{"", "--strict "} {
		flow := resumed + kernels
		whole := "whole" + strings.TrimSpace(kernels)
		done(t, dir, flow+"--devices cuda:0 --dir "+whole)
		if kernels != "" {
			done(t, dir, flow+"--devices host:2 --dir host")
			sameRun(t, "on the processor", filepath.Join(dir, "host"), filepath.Join(dir, whole))
		}
		moved := 0
		for _, transport := range []string{"ipc", "nccl", "mpi"} {
			name := transport + strings.TrimSpace(kernels)
			s := onGPUs(t, dir, flow+moving+"--transport "+transport+" --dir "+name, "cuda:0", "cuda:1")
			sameRun(t, "by "+transport, filepath.Join(dir, name), filepath.Join(dir, whole))
			if len(s.Links) != 1 || s.Links[0].Transport != transport {
				t.Errorf("by %s the links are %v", transport, s.Links)
			}
			moved += s.Moved
		}
		if moved == 0 {
			t.Error("no slice has moved")
		}
	}
}

const moving = "--balance paper --lb-threshold 0.001 --lb-steps 1 "

// onGPUs runs a process for each list of devices.
func onGPUs(t *testing.T, dir, line string, devices ...string) output.Summary {
	t.Helper()
	c := together(1, dir, line+" --devices "+devices[0])
	words := c.Args[3 : len(c.Args)-1]
	for _, d := range devices[1:] {
		c.Args = append(append(append(c.Args, ":", "-n", "1"), words...), d)
	}
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("gpusph %s on %v: %v\n%s", line, devices, err, text)
	}
	name := line[strings.LastIndex(line, " ")+1:]
	return summary(t, filepath.Join(dir, name))
}

// More processes than GPUs, processes with two GPUs or with a share of the processor have the same
// bits.
func TestProcessesShareGPUs(t *testing.T) {
	twoGPUs(t)
	dir := t.TempDir()
	flow := strings.Replace(resumed, "--tend 0.15", "--tend 0.03", 1) + "--strict "
	done(t, dir, flow+"--devices cuda:0 --dir whole")
	for name, of := range map[string][]string{
		"ipc3":  {"cuda:0", "cuda:1", "cuda:0"},
		"mpi3":  {"cuda:0", "cuda:1", "cuda:0"},
		"auto3": {"cuda:0", "cuda:1", "cuda:0,cuda:1"},
		"host":  {"cuda:0", "host:2", "cuda:1,cuda:1"},
	} {
		transport := strings.TrimSuffix(strings.TrimSuffix(name, "3"), "host")
		if transport == "" {
			transport = "auto"
		}
		onGPUs(t, dir, flow+moving+"--transport "+transport+" --dir "+name, of...)
		sameRun(t, name, filepath.Join(dir, name), filepath.Join(dir, "whole"))
	}
}
