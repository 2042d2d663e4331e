package gpu

import (
	"os"
	"path/filepath"
	"testing"
)

// The least of what the machine and the process's control groups leave counts, whatever version
// they are of.
func TestHostMemory(t *testing.T) {
	const gib = 1 << 30
	files := func(more map[string]string) map[string]string {
		all := map[string]string{"proc/meminfo": "MemTotal:  16777216 kB\nMemFree: 1 kB\nMemAvailable: " +
			" 8388608 kB\nHugePages_Total:       0\n"}
		for name, text := range more {
			all[name] = text
		}
		return all
	}
	const group = "the process's control group"
	for _, test := range []struct {
		name  string
		files map[string]string
		want  HostMemory
	}{
		{"machine", files(nil), HostMemory{8 * gib, 16 * gib, "the machine"}},
		{"version 2", files(map[string]string{
			"proc/self/cgroup":                            "0::/user.slice/job\n",
			"sys/fs/cgroup/user.slice/job/memory.max":     "6442450944\n",
			"sys/fs/cgroup/user.slice/job/memory.current": "2147483648\n",
			"sys/fs/cgroup/user.slice/job/memory.stat": "anon 5\ninactive_file 536870912\nactive_file " +
				"536870912\n",
			"sys/fs/cgroup/user.slice/memory.max": "max\n",
		}), HostMemory{5 * gib, 6 * gib, group}},
		{"a group around it", files(map[string]string{
			"proc/self/cgroup":                        "0::/user.slice/job\n",
			"sys/fs/cgroup/user.slice/job/memory.max": "6442450944\n",
			"sys/fs/cgroup/user.slice/memory.max":     "4294967296\n",
			"sys/fs/cgroup/user.slice/memory.current": "3221225472\n",
		}), HostMemory{1 * gib, 4 * gib, group}},
		{"container", files(map[string]string{
			"proc/self/cgroup": "0::/docker/1234\n", "sys/fs/cgroup/memory.max": "2147483648\n",
		}), HostMemory{2 * gib, 2 * gib, group}},
		{"version 1", files(map[string]string{
			"proc/self/cgroup": "9:name=systemd:/x\n5:cpu,memory:/job\n0::/\n",
			"sys/fs/cgroup/memory/job/memory.limit_in_bytes": "3221225472\n",
			"sys/fs/cgroup/memory/job/memory.usage_in_bytes": "2147483648\n",
			"sys/fs/cgroup/memory/job/memory.stat": "inactive_file 1\ntotal_inactive_file " +
				"1073741824\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}), HostMemory{2 * gib, 3 * gib, group}},
		{"used up", files(map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1073741824\n",
			"sys/fs/cgroup/memory.current": "1073745920\n",
		}), HostMemory{1, gib, group}},
		{"more than the machine", files(map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1099511627776\n",
		}), HostMemory{8 * gib, 16 * gib, "the machine"}},
		{"nothing", nil, HostMemory{0, 0, "the machine"}},
	} {
		dir := t.TempDir()
		for name, text := range test.files {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		root = dir
		if got := ReadHostMemory(); got != test.want {
			t.Errorf("%s: there is %+v, want %+v", test.name, got, test.want)
		}
		root = ""
	}
	if m := ReadHostMemory(); m.Total < 1<<20 || m.Free > m.Total {
		t.Errorf("here is %+v", m)
	}
}
