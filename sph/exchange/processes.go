package exchange

// Processes compute a flow together. Each has devices of its own, and all have the same case and
// options. The first leads: the others repeat the calls of its Simulation, in Follow. All methods
// may be called at once.
//
// When a process fails or is lost, all that others wait for comes back with an error that says so.
type Processes interface {
	Rank() int  // of this process, from 0
	Count() int // of processes

	// Swap sends messages and receives others, and returns when all that is done. Of messages with
	// the same tag between the same processes the first that is sent is the first that is received.
	Swap(out, in []Message) error

	// Greatest sets words to the greatest of all processes'. One call at a time; all make the same
	// calls.
	Greatest(words []uint32) error

	// Sum sets words to the sums of all processes.
	Sum(words []int64) error

	// Failed is why the processes have lost each other; nil while they have not.
	Failed() error

	// Fail ends what the processes do together, for an error of this one. Who gets an error from
	// New calls it, or leaves.
	Fail(error)
}

// Message is bytes for another process, or room for those that come from it.
type Message struct {
	Peer  int // rank
	Tag   int // from 0 to MostTag
	Bytes []byte
}

// Tags of messages: of edges, by the receiver's side; of particles for lists, by sender and
// receiver; of what hosts tell each other; of what is timed.
const (
	edgeTag    = 0
	addressTag = 1 << 9
	giveTag    = 1 << 10
	HostTag    = 1 << 17
	LinkTag    = HostTag + 1
	MaxTag     = 1<<18 - 1
)
