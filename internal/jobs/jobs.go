// Package jobs does tasks side by side on devices: long ones first, and no more at a time than the
// memory holds.
package jobs

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Needs are what a task takes, as far as that can be estimated before it begins. Zeros are not
// known.
type Needs struct {
	Work   float64 // see Work
	Device float64 // memory of the job's devices together [bytes]
	Host   float64 // memory of the host beside that [bytes]
}

// Work is the work of steps of a number of particles or cells each. A step of a small flow takes as
// long on a GPU as one of smallStep particles: some 100 µs, in which its kernels begin one after
// the other.
func Work(steps, each float64) float64 {
	const smallStep = 30_000
	return steps * (each + smallStep)
}

// Task is a piece of work.
type Task struct {
	Needs
	// Alone keeps all others away from its devices.
	Alone bool
	// Do does it on the devices of a job. Where the context ends, it ends in order.
	Do func(ctx context.Context, on []string) error
}

// Queue is tasks and the jobs that do them.
type Queue struct {
	Jobs [][]string         // the devices of each
	Free map[string]float64 // memory by device [bytes]; that of Host is the host's. 0 is not known
	// Repeat reports whether an error may come of another task on the device. The task is then done
	// again, alone. Nil repeats none.
	Repeat func(error) bool

	mutex   sync.Mutex
	changed *sync.Cond
	waiting []*Task
	rooms   map[string]*room
}

// Host is the name of the host's memory in Queue.Free.
const Host = "host"

// room is a memory, and who computes there.
type room struct {
	free, taken float64 // [bytes]
	running     int     // tasks
	closed      bool    // to others, until none is running
}

// Do does all tasks, those with the most work first, and returns when none is running. Where ctx
// ends, no further task begins. One job alone does them in their order.
func (q *Queue) Do(ctx context.Context, tasks []*Task) {
	q.waiting = slices.Clone(tasks)
	q.changed = sync.NewCond(&q.mutex)
	q.rooms = map[string]*room{Host: {free: q.Free[Host]}}
	for _, devices := range q.Jobs {
		for _, name := range devices {
			q.rooms[name] = cmp.Or(q.rooms[name], &room{free: q.Free[name]})
		}
	}
	if len(q.Jobs) > 1 {
		slices.SortStableFunc(q.waiting, func(a, b *Task) int { return cmp.Compare(b.Work, a.Work) })
	}
	stop := context.AfterFunc(ctx, func() {
		q.mutex.Lock()
		defer q.mutex.Unlock()
		q.changed.Broadcast()
	})
	defer stop()
	var all sync.WaitGroup
	for _, devices := range q.Jobs {
		all.Go(func() { q.work(ctx, devices) })
	}
	all.Wait()
}

// work does tasks on the devices of a job until none is left.
func (q *Queue) work(ctx context.Context, devices []string) {
	for t := q.take(ctx, devices); t != nil; t = q.take(ctx, devices) {
		err := t.Do(ctx, devices)
		q.settle(t, devices, err)
	}
}

// take waits for a task that has room beside those that are running; nil is the end.
func (q *Queue) take(ctx context.Context, devices []string) *Task {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for ctx.Err() == nil && len(q.waiting) > 0 {
		k := slices.IndexFunc(q.waiting, func(t *Task) bool { return q.fits(t, devices) })
		// a task that wants its devices alone would wait for ever, if others overtook it
		if first := q.waiting[0]; k > 0 && first.Alone {
			k = -1
		}
		if k >= 0 {
			t := q.waiting[k]
			q.waiting = slices.Delete(q.waiting, k, k+1)
			q.book(t, devices, 1)
			return t
		}
		q.changed.Wait()
	}
	return nil
}

// fits reports whether a task may begin on devices. Where nothing is running it may, whatever it
// needs: nothing would be gained by waiting.
func (q *Queue) fits(t *Task, devices []string) bool {
	for _, name := range devices {
		r := q.rooms[name]
		if r.running > 0 && (r.closed || t.Alone || !r.holds(t.share(name, devices))) {
			return false
		}
	}
	host := q.rooms[Host]
	return host.taken == 0 || host.holds(t.share(Host, devices))
}

// holds reports whether this many bytes have room beside those that are taken.
func (r *room) holds(bytes float64) bool { return r.free == 0 || r.taken+bytes <= r.free }

// share is what a task takes of the memory of one of its devices, or of the host.
func (t *Task) share(name string, devices []string) float64 {
	bytes := 0.0
	for _, device := range devices {
		if device == name {
			bytes += t.Device / float64(len(devices))
		}
	}
	if name == Host {
		bytes += t.Host
	}
	return bytes
}

// book takes memory and devices for a task, or with sign -1 gives them back.
func (q *Queue) book(t *Task, devices []string, sign int) {
	names := slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(devices), Host))))
	for _, name := range names {
		r := q.rooms[name]
		r.taken += float64(sign) * t.share(name, devices)
		if slices.Contains(devices, name) {
			r.running += sign
			r.closed = r.running > 0 && (r.closed || t.Alone && sign > 0)
		}
		if r.running == 0 && (name != Host || q.idle()) {
			r.taken = 0 // of sums of floats something may be left
		}
	}
	q.changed.Broadcast()
}

// idle reports whether nothing is running.
func (q *Queue) idle() bool {
	for _, r := range q.rooms {
		if r.running > 0 {
			return false
		}
	}
	return true
}

// settle gives back what a task had, and puts it in the queue again if it is to be repeated. The
// devices begin nothing until all that they do has ended: it may fail for the same reason.
func (q *Queue) settle(t *Task, devices []string, err error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.Repeats(t, err) {
		t.Alone = true
		q.waiting = slices.Insert(q.waiting, 0, t)
		for _, name := range devices {
			q.rooms[name].closed = true
		}
	}
	q.book(t, devices, -1)
}

// Repeats reports whether a task that ends with an error is done again.
func (q *Queue) Repeats(t *Task, err error) bool {
	return err != nil && !t.Alone && len(q.Jobs) > 1 && q.Repeat != nil && q.Repeat(err)
}

// Devices gives each of n jobs its devices: a part of them, or where there are fewer devices than
// jobs, one that it shares with other jobs.
func Devices(all []string, n int) (jobs [][]string) {
	for k := range n {
		from, to := k*len(all)/n, (k+1)*len(all)/n
		jobs = append(jobs, all[from:max(to, from+1)])
	}
	return jobs
}
