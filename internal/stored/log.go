package stored

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gpusph/internal/input"
)

// mostLogged is how many lines of the log are kept, and longestLine how much of one is read
// [bytes].
const mostLogged, longestLine = 100, 1 << 20

// readLog takes the warnings and errors out of run.log. A run without one has none.
func (r *Run) readLog() error {
	path := filepath.Join(r.Dir, logFile)
	f, _, err := input.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		message, ok := warning(lines.Text())
		if !ok {
			continue
		}
		if r.Logged++; len(r.Log) < mostLogged {
			r.Log = append(r.Log, message)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("the log %s cannot be read: %w", path, err)
	}
	return nil
}

// warning is the message of a line of the level WARN or ERROR, with its time of the day.
func warning(line string) (string, bool) {
	head, message, ok := strings.Cut(line, " msg=")
	if !ok || !strings.HasSuffix(head, "level=WARN") && !strings.HasSuffix(head, "level=ERROR") {
		return "", false
	}
	if quoted, err := strconv.QuotedPrefix(message); err == nil { // values may follow, as step=7
		if plain, err := strconv.Unquote(quoted); err == nil {
			message = plain + message[len(quoted):]
		}
	}
	return message, true
}
