package cuda

// Kernel is the name of a kernel.
type Kernel string

// KernelOf is the name of a kernel that takes a struct A of arguments.
type KernelOf[A any] Kernel
