package text

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// Plain is a text as UTF-8 without the byte order mark that editors of Windows write at its
// beginning. After the mark of UTF-16 it is converted. A text without a mark, and what is no
// text, stay as they are.
func Plain(data []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")) && len(data)%2 == 0:
		order = binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")) && len(data)%2 == 0:
		order = binary.BigEndian
	default:
		return data
	}
	units := make([]uint16, 0, len(data)/2-1)
	for at := 2; at < len(data); at += 2 {
		units = append(units, order.Uint16(data[at:]))
	}
	return []byte(string(utf16.Decode(units)))
}
