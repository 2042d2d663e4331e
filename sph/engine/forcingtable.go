package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

const (
	forcingBytes    = int(unsafe.Sizeof(cuda.Forcing{}))
	stepRecordBytes = int(unsafe.Sizeof(cuda.StepRecord{}))
)

// openForcing makes room for the records of even and odd steps, and for the table.
func (d *domain) openForcing() (err error) {
	if d.records, err = d.device.Alloc(2 * stepRecordBytes); err != nil {
		return err
	}
	d.forcing, err = d.device.Alloc(len(d.bodyForces.At) * forcingBytes)
	return err
}

// uploadForcing gives the device the whole table, so that no step waits for the host.
func (d *domain) uploadForcing() {
	var table []byte
	for _, at := range d.bodyForces.At {
		f := forcingOf(&d.Case.Params, at, d.grid.Unit)
		table = append(table, unsafe.Slice((*byte)(unsafe.Pointer(&f)), forcingBytes)...)
	}
	d.main.Upload(d.forcing, table)
}

// forcingTable is where the device has it.
func (d *domain) forcingTable() cuda.ForcingTable {
	t := cuda.ForcingTable{At: d.forcing, Count: int32(len(d.bodyForces.At))}
	if t.Count > 1 {
		t.PerSecond = 1 / d.bodyForces.Interval
	}
	return t
}

// recordOf is where the kernels of a step of a period find what they know of it.
func (d *domain) recordOf(step int) gpu.Ptr { return d.records + gpu.Ptr(step%2*stepRecordBytes) }
