package running

import (
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"gpusph/commands/cli"
	"gpusph/output"
)

// Files are the folder of a run, and its log.
type Files struct {
	Folder  *output.RunDir
	Log     *slog.Logger
	LogFile *output.LogFile
}

// OpenFiles makes the folder of a run of a flow, or opens that of the run that it continues, which
// earlier names, or "". clean removes what a run that ended later has left there, create makes the
// files that grow. Where that fails, nothing is left. What the log is told, watching is, too.
func OpenFiles(c *cli.Config, flow string, begun time.Time, earlier string,
	clean func(folder string) error, watching io.Writer, create func(f *Files) error) (*Files, error) {
	f, open := &Files{}, output.Create
	var err error
	if earlier != "" {
		open = output.Append
		f.Folder, err = output.GoOnInRunDir(earlier)
		if err = cli.DirError(err); err == nil {
			err = clean(f.Folder.Path)
		}
	} else {
		f.Folder, err = c.OpenDir(flow, begun)
	}
	if err != nil {
		return nil, err
	}
	file, err := open(filepath.Join(f.Folder.Path, "run.log"))
	if err == nil {
		f.LogFile = &output.LogFile{Growing: file}
		f.Log = slog.New(slog.NewTextHandler(io.MultiWriter(f.LogFile, watching),
			&slog.HandlerOptions{Level: c.Level()}))
		err = create(f)
	}
	if err != nil {
		if f.LogFile != nil {
			f.LogFile.Close()
		}
		if earlier == "" {
			err = errors.Join(err, f.Folder.Clear())
		}
		f.Folder.Close()
		return nil, err
	}
	return f, nil
}

// Close closes the log and lets other processes have the folder.
func (f *Files) Close() {
	f.LogFile.Close()
	f.Folder.Close()
}
