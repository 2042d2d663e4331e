package gpu

import "runtime"

// Options are how devices are opened.
type Options struct {
	// Strict uses kernels without fused or approximate operations, which give
	// the same bits on GPUs as on the host. Where both are used together, it is on.
	Strict bool
	// NoPeer sends from GPU to GPU through the host's memory, even where the
	// GPUs reach each other.
	NoPeer bool
	// NoGraphs puts each kernel on a GPU by itself.
	NoGraphs bool
	// Prefix is what the names of devices begin with, as 1/ of those of process 1.
	Prefix string
	// Lanes is how many neighbours at a time the host takes at most; 0 is as
	// many as its vectors hold.
	Lanes int
	// Cores are the host's cores, where several Systems share them; nil is all for this one.
	Cores Cores
}

// Cores are the host's cores, on which host devices take their turns.
type Cores chan struct{}

// AllCores are those that Go may use.
func AllCores() Cores { return make(Cores, runtime.GOMAXPROCS(0)) }
