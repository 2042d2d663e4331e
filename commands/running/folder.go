package running

import (
	"errors"
	"io"
	"log/slog"
	"path/filepath"

	"gpusph/commands/cli"
	"gpusph/output"
)

// Files are the folder of a run, and its log.
type Files struct {
	Folder  *output.RunDir
	Log     *slog.Logger
	LogFile *output.LogFile
}

// Earlier is where a run continues another: the directory and the step, and its checkpoints.
type Earlier struct {
	Dir         string
	Step        int
	Checkpoints output.CheckpointFiles
}

// OpenFiles makes the folder of the run of a flow, or opens that of the run that it continues and
// removes checkpoints of later steps there. create makes the files that grow. Where that fails,
// nothing is left. What the log is told, watching is, too. From now on checkpoints can be due.
func (r *Run) OpenFiles(flow string, watching io.Writer, create func(f *Files) error) error {
	f, open := &Files{}, output.Create
	var err error
	if r.From != nil {
		open = output.Append
		f.Folder, err = output.GoOnInRunDir(r.From.Dir)
		if err = cli.DirError(err); err == nil {
			err = r.From.Checkpoints.RemoveAfter(f.Folder.Path, r.From.Step)
		}
	} else {
		f.Folder, err = r.Asked.OpenDir(flow, r.Begun)
	}
	if err != nil {
		return err
	}
	file, err := open(filepath.Join(f.Folder.Path, "run.log"))
	if err == nil {
		f.LogFile = &output.LogFile{Growing: file}
		f.Log = slog.New(slog.NewTextHandler(io.MultiWriter(f.LogFile, watching),
			&slog.HandlerOptions{Level: r.Asked.Level()}))
		err = create(f)
	}
	if err != nil {
		if f.LogFile != nil {
			f.LogFile.Close()
		}
		if r.From == nil {
			err = errors.Join(err, f.Folder.Clear())
		}
		f.Folder.Close()
		return err
	}
	r.Files, r.Due = f, NewDue(r.Asked, r.Of.Reached().Time)
	if r.World != nil {
		r.World.Advise(r.GoOnWith(f.Folder.Path) +
			" continues from its last checkpoint, if it has made one")
	}
	return nil
}

// Close closes the log and lets other processes have the folder.
func (f *Files) Close() {
	f.LogFile.Close()
	f.Folder.Close()
}
