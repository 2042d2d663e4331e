package page

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"image/png"

	"gpusph/internal/input"
)

// Picture is a PNG as a part of a page; "" if it is none, or a large one.
func Picture(path string) template.URL {
	const most = 4 << 20
	data, err := input.Read(path, most)
	if err != nil {
		return ""
	}
	if _, err := png.DecodeConfig(bytes.NewReader(data)); err != nil {
		return ""
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data))
}
