package gpu

// waiter is an Event of any device: wait blocks until it has happened.
type waiter interface {
	wait() error
}
