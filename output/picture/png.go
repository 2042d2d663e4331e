package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"io"
)

// Encode writes a picture as PNG, with the name of the program that has drawn it.
func Encode(w io.Writer, img image.Image) error { return EncodeTitled(w, img, "") }

// EncodeTitled writes a picture as PNG, with the name of the program that has drawn it, and a title
// in ASCII for who shows it; "" is none.
func EncodeTitled(w io.Writer, img image.Image, title string) error {
	var b bytes.Buffer
	if err := new(png.Encoder).Encode(&b, img); err != nil {
		return err
	}
	parts := [][]byte{b.Bytes()[:pngHead], textChunk("Software\x00gpusph")}
	if title != "" {
		parts = append(parts, textChunk(titleKey+title))
	}
	for _, part := range append(parts, b.Bytes()[pngHead:]) {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

const (
	pngHead  = 8 + 4 + 4 + 13 + 4 // bytes of the signature and the chunk IHDR
	titleKey = "Title\x00"
)

// textChunk is a chunk tEXt with a keyword, a zero and a text.
func textChunk(words string) []byte {
	chunk := []byte("tEXt" + words)
	b := binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4))
	return binary.BigEndian.AppendUint32(append(b, chunk...), crc32.ChecksumIEEE(chunk))
}

// TitleOf is the title of a picture of EncodeTitled, from its first bytes; "" is none.
func TitleOf(data []byte) string {
	for at := pngHead; at+8 <= len(data); {
		length := int(binary.BigEndian.Uint32(data[at:]))
		kind, words := string(data[at+4:at+8]), data[at+8:]
		if kind != "tEXt" || length > len(words) {
			return ""
		}
		if title, is := bytes.CutPrefix(words[:length], []byte(titleKey)); is {
			return string(title)
		}
		at += 8 + length + 4
	}
	return ""
}
