package output

import (
	"sync"

	"gpusph/internal/text"
)

// Queue does jobs beside the computation, one after the other in the order they
// came. After the first error it does no more, and every call returns the error.
// It belongs to one goroutine: its methods must not be called at the same time.
type Queue struct {
	jobs    chan func() error
	pending sync.WaitGroup
	close   sync.Once

	mutex sync.Mutex
	err   error
}

// NewQueue makes a queue in which at most depth jobs wait while one is done.
func NewQueue(depth int) *Queue {
	q := &Queue{jobs: make(chan func() error, max(depth, 0))}
	go func() {
		for job := range q.jobs {
			if q.failed() == nil {
				q.fail(do(job))
			}
			q.pending.Done()
		}
	}()
	return q
}

// do does a job. A panic in it is an error, so that other files are written.
func do(job func() error) (err error) {
	defer text.Recover("writing files", &err)
	return job()
}

func (q *Queue) fail(err error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.err = err
}

func (q *Queue) failed() error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return q.err
}

// Go puts a job at the end of the queue. While depth jobs are waiting it waits
// too, so that the memory they hold is bounded. After an error, which it returns,
// the job is not done. Go must not be called after Close.
func (q *Queue) Go(job func() error) error {
	if err := q.failed(); err != nil {
		return err
	}
	q.pending.Add(1)
	q.jobs <- job
	return nil
}

// Wait waits until all jobs are done and returns the first error of all.
func (q *Queue) Wait() error {
	q.pending.Wait()
	return q.failed()
}

// Close waits as Wait does, and ends the queue. It may be called again.
func (q *Queue) Close() error {
	q.close.Do(func() { close(q.jobs) })
	return q.Wait()
}
