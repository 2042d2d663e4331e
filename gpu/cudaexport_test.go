//go:build cuda

package gpu

// SendByHost sends as GPUs do that do not reach each other. s and to may be on
// one GPU.
func SendByHost(s Stream, to Device, dst, src Ptr, bytes int) {
	c := s.(*cudaStream)
	c.put("send by host", func() error { return c.sendByHost(to.(*cudaDevice), dst, src, bytes) })
}
