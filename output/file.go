package output

import (
	"bufio"
	"io"
	"os"
)

// temporary is what the names of files end in while they are being written.
const temporary = ".tmp"

// writeFile makes the file at path with what write writes. The file appears, or
// replaces an older one, when it is complete.
func writeFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.Create(path + temporary)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	b := bufio.NewWriterSize(f, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
