package gputest

import (
	"strings"
	"sync"

	"gpusph/cuda"
	"gpusph/gpu"
)

// gather runs the kernel slices, which does out[i] = start[stride i] for
// i <= slices and out[i] = lost beyond, for i in [from, to).
func gather(s gpu.Stream, start, lost, out gpu.Ptr, stride, slices, from, to int) {
	gpu.Launch(s, cuda.Slices, cuda.SlicesArgs{PerLayer: 1, Start: start, LeftDomain: lost, Out: out,
		Stride: int32(stride), Slices: int32(slices)}, from, to)
}

func testLaunch(b *bench) {
	const n, stride = 100000, 3
	values := random(stride * n)
	start, lost := b.put(values), b.put([]uint32{12345})
	for _, r := range [][2]int{{0, n}, {0, 1}, {31, 33}, {37, 38}, {64, 1000}, {100, 100},
		{101, 99999}, {n - 1, n}} {
		from, to := r[0], r[1]
		out := b.words(n)
		gather(b, start, lost, out, stride, n-2, from, to)
		want := make([]uint32, n)
		for i := from; i < to; i++ {
			want[i] = values[stride*i]
			if i > n-2 {
				want[i] = 12345
			}
		}
		b.want("launched", b.get(out, n), want)
	}
}

func exclusiveSum(values []uint32) []uint32 {
	sums := make([]uint32, len(values)+1)
	for i, v := range values {
		sums[i+1] = sums[i] + v
	}
	return sums
}

func testScan(b *bench) {
	for _, n := range []int{0, 1, 31, 32, 33, 255, 256, 257, 2047, 2048, 2049, 100003, 5000011} {
		values := random(n)
		want := exclusiveSum(values)
		src := b.put(append(values, 99)) // in place, the last becomes the total
		dst := b.put([]uint32{1<<32 - 1})
		if n > 0 {
			dst = b.words(n + 1)
		}
		b.Scan(dst, src, n)
		b.want("scan", b.get(dst, n+1), want)
		b.want("scanned", b.get(src, n), values)
		b.Scan(src, src, n)
		b.want("scan in place", b.get(src, n+1), want)
	}
}

func testEventOrder(b *bench) {
	const n = 4 << 20
	first, second := b.Stream, b.stream(false)
	from, to, lost := b.words(n), b.words(n), b.words(1)
	for round := range 20 {
		// Much work, the last of which second must see, and then, when second
		// has read it, the same in the other direction.
		for range 10 {
			first.Fill(from, 0, 4*n)
		}
		first.Fill(from, byte(round+1), 4*n)
		written := first.Record()
		second.Wait(written)
		gather(second, from, lost, to, 1, n, 0, n)
		read := second.Record()
		first.Wait(read)
		first.Fill(from, 0xee, 4*n)
		got := make([]uint32, n)
		first.Download(raw(got), to)
		b.sync()
		want := uint32(round+1) * 0x01010101
		for i, v := range got {
			if v != want {
				b.Fatalf("round %d: word %d is %#x, not %#x", round, i, v, want)
			}
		}
		written.Free()
		read.Free()
	}
	if err := second.Sync(); err != nil {
		b.Error(err)
	}
}

func testEventReuse(b *bench) {
	p := b.words(1)
	for range 5000 {
		b.Fill(p, 1, 4)
		e := b.Record()
		b.Wait(e)
		e.Free()
	}
	b.sync()
}

// testSyncTo waits for work that is followed by more, and reads what it made.
func testSyncTo(b *bench) {
	const n = 4 << 20
	p := b.words(n)
	for round := range 20 {
		got := make([]uint32, n)
		for range 10 {
			b.Fill(p, 0, 4*n)
		}
		b.Fill(p, byte(round+1), 4*n)
		b.Download(raw(got), p)
		filled := b.Record()
		b.Fill(p, 0xee, 4*n)
		if err := b.SyncTo(filled); err != nil {
			b.Fatal(err)
		}
		for i, v := range got {
			if want := uint32(round+1) * 0x01010101; v != want {
				b.Fatalf("round %d: word %d is %#x, not %#x", round, i, v, want)
			}
		}
		b.sync()
		filled.Free()
	}
}

func testSince(b *bench) {
	p := b.words(8 << 20)
	start := b.Record()
	b.Fill(p, 1, 32<<20)
	end := b.Record()
	b.sync()
	if since := end.Since(start); since <= 0 {
		b.Errorf("filling 32 MiB took %v", since)
	}
	start.Free()
	end.Free()
}

func testStickyError(b *bench) {
	bad := b.stream(false)
	p := b.words(1)
	var args cuda.SlicesArgs
	gpu.Launch(bad, "no_such_kernel", args, 0, 1)
	bad.Fill(p, 0xff, 4)
	e := bad.Record()
	other := b.stream(false)
	other.Wait(e) // does not wait for ever
	first := bad.Sync()
	if first == nil {
		b.Fatal("launching a kernel that there is not gives no error")
	}
	for _, word := range []string{b.Name(), "no_such_kernel"} {
		if !strings.Contains(first.Error(), word) {
			b.Errorf("error %q does not name %s", first, word)
		}
	}
	if to := bad.SyncTo(e); to == nil || to.Error() != first.Error() {
		b.Errorf("the error %q is %v in SyncTo", first, to)
	}
	gpu.Launch(bad, "nor_this", args, 0, 1)
	if again := bad.Sync(); again == nil || again.Error() != first.Error() {
		b.Errorf("the error %q is %v at the next Sync", first, again)
	}
	if err := other.Sync(); err != nil && err.Error() != first.Error() { // it may have the error, too
		b.Errorf("what waits for the error %q says %q", first, err)
	}
	b.want("work after the error is skipped", b.get(p, 1), []uint32{0})
	e.Free()
}

func testUrgent(b *bench) {
	b.Stream = b.stream(true)
	p := b.put([]uint32{1, 2, 3})
	b.Scan(p, p, 2)
	b.want("scan on an urgent stream", b.get(p, 3), []uint32{0, 1, 3})
}

// testParallel works on all devices at once, a goroutine each.
func testParallel(b *bench) {
	const n = 100003
	values := random(n)
	want := exclusiveSum(values)
	var group sync.WaitGroup
	for _, d := range append([]gpu.Device{b.Device}, b.others...) {
		group.Go(func() {
			if err := d.Bind(); err != nil {
				b.Error(err)
				return
			}
			s, err := d.NewStream(false)
			if err != nil {
				b.Error(err)
				return
			}
			for range 20 {
				p, err := d.Alloc(4 * (n + 1))
				if err != nil {
					b.Error(err)
					return
				}
				s.Upload(p, raw(values))
				s.Scan(p, p, n)
				got := make([]uint32, n+1)
				s.Download(raw(got), p)
				if err := s.Sync(); err != nil {
					b.Error(err)
					return
				}
				d.Free(p)
				b.want("on "+d.Name(), got, want)
			}
		})
	}
	group.Wait()
}
