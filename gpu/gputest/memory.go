package gputest

import (
	"errors"
	"slices"
	"strings"

	"gpusph/gpu"
)

func testAlloc(b *bench) {
	const n = 300000
	var all []gpu.Ptr
	for range 3 {
		p := b.words(n)
		if p == 0 || p%256 != 0 || slices.Contains(all, p) {
			b.Errorf("address %#x after %#x: want new ones that 256 divides", p, all)
		}
		b.want("new memory", b.get(p, n), make([]uint32, n))
		all = append(all, p)
	}
	// Memory that was used is zero when it is given out again.
	for range 3 {
		p, err := b.Alloc(4 * n)
		if err != nil {
			b.Fatal(err)
		}
		b.want("memory used before", b.get(p, n), make([]uint32, n))
		b.Fill(p, 0xff, 4*n)
		b.sync()
		b.Device.Free(p)
	}
	p, err := b.Alloc(0)
	if err != nil {
		b.Errorf("no memory at all: %v", err)
	}
	b.Device.Free(p)
}

func testNoMemory(b *bench) {
	free, total := b.Memory()
	if free <= 0 || total < free {
		b.Errorf("%d of %d bytes are free", free, total)
	}
	_, err := b.Alloc(1 << 56)
	if !errors.Is(err, gpu.ErrMemory) {
		b.Fatalf("2^56 bytes: error %v, want ErrMemory", err)
	}
	if !strings.Contains(err.Error(), b.Name()) {
		b.Errorf("error %q does not name %s", err, b.Name())
	}
	b.get(b.words(1), 1) // the device goes on
}

func testUploadDownload(b *bench) {
	// Also more than fits into the staging memory that a device may have.
	for _, n := range []int{1, 2, 1000, 1<<18 - 1, 1 << 18, 1<<20 + 3} {
		values := random(n)
		given := slices.Clone(values)
		p := b.put(given)
		clear(given) // it may be reused when Upload has returned
		b.want("round trip", b.get(p, n), values)
		b.want("second half", b.get(p+gpu.Ptr(4*(n/2)), n-n/2), values[n/2:])
	}
	b.Upload(0, nil)
	b.Download(nil, 0)
	b.sync()
}

func testFill(b *bench) {
	const n = 10000
	values := random(n)
	p := b.put(values)
	b.Fill(p+4*100, 0xa5, 4*200)
	b.Fill(p, 0, 0)
	for i := 100; i < 300; i++ {
		values[i] = 0xa5a5a5a5
	}
	b.want("filled", b.get(p, n), values)
}

func testCopy(b *bench) {
	const n = 500000
	values := random(n)
	from, to := b.put(values), b.words(n)
	b.Copy(to+4*1000, from+4*7, 4*300000)
	b.Copy(to, from, 0)
	want := make([]uint32, n)
	copy(want[1000:], values[7:300007])
	b.want("copied", b.get(to, n), want)
}

// testSend sends there, works there, and sends back.
func testSend(b *bench) {
	for _, other := range b.others {
		for _, n := range []int{1, 1000, 1<<20 + 3} {
			c := newBench(b.T, other)
			there, back := c.words(n), b.words(n)
			b.bind()
			values := random(n)
			here := b.put(values)
			b.Send(other, there, here, 4*n)
			b.Fill(here, 0, 4*n) // comes after the sending
			b.Send(other, there, here, 0)
			sent := b.Record()
			c.bind()
			c.Wait(sent)
			c.want("sent from "+b.Name()+" to "+c.Name(), c.get(there, n), values)
			c.Fill(there, 0x11, 4)
			c.Send(b.Device, back, there, 4*n)
			returned := c.Record()
			b.bind()
			b.Wait(returned)
			values[0] = 0x11111111
			b.want("sent from "+c.Name()+" to "+b.Name(), b.get(back, n), values)
			c.bind()
			c.sync()
			sent.Free()
			returned.Free()
			b.bind()
		}
	}
}
