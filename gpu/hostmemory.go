package gpu

import (
	"fmt"
	"math"
	"os"
	"path"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// HostMemory is what the process may use of the host's memory.
type HostMemory struct {
	Free, Total int64  // [bytes]; 0 where nothing tells
	Of          string // what has so much, as "the machine"
}

// root is before the paths of the files that tell of memory. Tests have files of their own.
var root = ""

// AddressLimit is what HostMemory is of where the limit of addresses leaves the least.
const AddressLimit = "ulimit -v"

// ReadHostMemory asks the machine, the process's control groups and its limit of addresses, and
// tells of the one that leaves the least.
func ReadHostMemory() HostMemory {
	m := HostMemory{Of: "the machine"}
	info := fields(root + "/proc/meminfo")
	m.Free, m.Total = info["MemAvailable:"]<<10, info["MemTotal:"]<<10
	for _, g := range controlGroups() {
		m.limit(g.limits())
	}
	var addresses syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &addresses) == nil && addresses.Cur < math.MaxInt64 {
		m.limit(int64(addresses.Cur), addressesUsed(), AddressLimit)
	}
	return m
}

// limit takes what has a limit and what is used of it.
func (m *HostMemory) limit(most, used int64, of string) {
	if free := max(most-used, 1); most > 0 && (m.Total == 0 || free < m.Free) {
		*m = HostMemory{free, most, of}
	}
}

// controlGroup is a directory of the kernel's, of version 1 or 2.
type controlGroup struct {
	dir string
	old bool
}

// controlGroups are those that limit the process's memory: its own and all around it. In a
// container the host's directories are missing, and those that are there limit the container.
func controlGroups() (all []controlGroup) {
	text, _ := os.ReadFile(root + "/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(parts) < 3 {
			continue
		}
		base, old := root+"/sys/fs/cgroup", parts[1] != ""
		if old {
			base += "/memory"
		}
		if old && !strings.Contains(","+parts[1]+",", ",memory,") {
			continue
		}
		for dir := path.Join("/", parts[2]); ; dir = path.Dir(dir) {
			all = append(all, controlGroup{base + dir, old})
			if dir == "/" {
				break
			}
		}
	}
	return all
}

// limits are what the group may use and uses. What it has of files can be given back.
func (g controlGroup) limits() (most, used int64, of string) {
	limit, usage, files := "memory.max", "memory.current", ""
	if g.old {
		limit, usage, files = "memory.limit_in_bytes", "memory.usage_in_bytes", "total_"
	}
	stat := fields(path.Join(g.dir, "memory.stat"))
	most, used = number(path.Join(g.dir, limit)), number(path.Join(g.dir, usage))
	if most > 1<<60 {
		most = 0 // which is how version 1 says that there is no limit
	}
	return most, used - stat[files+"inactive_file"] - stat[files+"active_file"],
		"the process's control group"
}

// number is that which a file has, or 0.
func number(file string) int64 {
	text, _ := os.ReadFile(file)
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n
}

// fields are the numbers of a file of lines of a name and a number.
func fields(file string) map[string]int64 {
	all := map[string]int64{}
	text, _ := os.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		var name string
		var value int64
		if _, err := fmt.Sscan(line, &name, &value); err == nil {
			all[name] = value
		}
	}
	return all
}

// addressesUsed is the bytes of addresses that the process has, with those that Go's heap and
// threads will reserve and hardly use. commands/app keeps these few where addresses are limited.
func addressesUsed() int64 {
	const heap, thread = 128 << 20, 4 << 20
	var pages int64
	text, _ := os.ReadFile("/proc/self/statm")
	fmt.Sscan(string(text), &pages)
	return pages*int64(os.Getpagesize()) + heap + thread*int64(runtime.GOMAXPROCS(0))
}
