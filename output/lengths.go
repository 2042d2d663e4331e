package output

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// checkLengths refuses MessagePack that says of itself it is longer than it is. Decoders make room
// for what they are told, so it comes before them. Of long values nothing is read but how long they
// are.
func checkLengths(r io.ReaderAt, size int64) error {
	l := lengths{r: r, size: size}
	for l.at < size {
		if err := l.value(0); err != nil {
			return err
		}
	}
	return nil
}

// mostNested is how deep values may lie in values.
const mostNested = 16

// lengths is where in a file of values one is.
type lengths struct {
	r        io.ReaderAt
	at, size int64
}

// value goes behind the next value.
func (l *lengths) value(depth int) error {
	tag, err := l.number(1)
	if err != nil {
		return err
	}
	if depth > mostNested {
		return fmt.Errorf("it is damaged: at byte %d values lie in values more than %d deep", l.at-1,
			mostNested)
	}
	switch c := byte(tag); {
	case c < 0x80 || c >= 0xe0 || c == 0xc0 || c == 0xc2 || c == 0xc3: // small numbers, nil, false, true
		return nil
	case c < 0x90:
		return l.values(2*int64(c&15), depth)
	case c < 0xa0:
		return l.values(int64(c&15), depth)
	case c < 0xc0:
		return l.skip(int64(c&31), nil)
	case c >= 0xc4 && c <= 0xc6: // bytes
		return l.skip(l.number(1 << (c - 0xc4)))
	case c >= 0xc7 && c <= 0xc9: // of a type
		n, err := l.number(1 << (c - 0xc7))
		return l.skip(n+1, err)
	case c == 0xca || c == 0xcb:
		return l.skip(4<<(c-0xca), nil)
	case c >= 0xcc && c <= 0xcf:
		return l.skip(1<<(c-0xcc), nil)
	case c >= 0xd0 && c <= 0xd3:
		return l.skip(1<<(c-0xd0), nil)
	case c >= 0xd4 && c <= 0xd8: // of a type
		return l.skip(1+1<<(c-0xd4), nil)
	case c >= 0xd9 && c <= 0xdb: // text
		return l.skip(l.number(1 << (c - 0xd9)))
	case c == 0xdc || c == 0xdd:
		n, err := l.number(2 << (c - 0xdc))
		return errors.Join(err, l.values(n, depth))
	case c == 0xde || c == 0xdf:
		n, err := l.number(2 << (c - 0xde))
		return errors.Join(err, l.values(2*n, depth))
	}
	return fmt.Errorf("it is damaged: at byte %d there is %#x, which is no MessagePack", l.at-1, tag)
}

// values goes behind n values, each of a byte or more.
func (l *lengths) values(n int64, depth int) error {
	if n > l.size-l.at {
		return fmt.Errorf("it is cut or damaged: at byte %d it says that %d values follow", l.at, n)
	}
	for range n {
		if err := l.value(depth + 1); err != nil {
			return err
		}
	}
	return nil
}

// skip goes behind n bytes.
func (l *lengths) skip(n int64, err error) error {
	if err == nil && n > l.size-l.at {
		err = fmt.Errorf("it is cut or damaged: at byte %d it says that %d bytes follow, but "+
			"there are %d", l.at, n, l.size-l.at)
	}
	l.at += n
	return err
}

// number reads a number of n bytes.
func (l *lengths) number(bytes int) (int64, error) {
	if l.at+int64(bytes) > l.size {
		return 0, fmt.Errorf("it is cut at byte %d", l.size)
	}
	var b [8]byte
	if _, err := l.r.ReadAt(b[8-bytes:], l.at); err != nil {
		return 0, err
	}
	l.at += int64(bytes)
	return int64(binary.BigEndian.Uint64(b[:])), nil
}
