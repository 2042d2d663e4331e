package measure

// Bytes that the phases move at least, per particle or per active particle: what
// their kernels must read and write once, if caches did all else. What is moved is
// less where the arrays of a small flow stay in the caches.
const (
	// Twice a step: task, packed and vel in, for Euler pos in, and pos, vel and packed
	// out. Once a step: for Euler in the corrector, vel at the beginning of the step in, and the
	// remainder in and out; and beside, for block_displacement, pos, vel and predictedPos in. Entries
	// come to it.
	forcesBytes = (16 + 8 + 16) + 16 + (16 + 16 + 8) + (16+(8+8)+(16+16+16))/2
	// Once a list, entries aside: neibs (column and predictedPos in, count and key out) and
	// tasks (all these in, task out).
	activeBytes = (20 + 8) + (28 + 16)
	// And for all particles: hash (pos and vel in, cell and slot out), scatter
	// (pos, vel, id, cell and slot in, key and index out), rank (cell, key and index
	// in, order out), reorder (order, pos, vel and id in, the last three, packed and
	// predictedPos out), reorder_field (order and remainder in, the last out), block_velocity
	// (pos and vel in), active (predictedPos in), columns (column out).
	listBytes = (32 + 8) + (44 + 12) + (16 + 4) + (40 + 60) + (4 + 8 + 8) + 32 + (16 + 8) + 16 + 4
	// Of an entry of a list, which neibs writes and each evaluation reads.
	entryBytes = 2
)

// leastBytes is what phases move at least, per particle.
type leastBytes struct {
	List   float64 // by building one list [bytes]
	Forces float64 // by one evaluation, with Euler [bytes]
}

// leastBytesOf flows whose lists have that many entries per particle, and of which
// that part is active.
func leastBytesOf(entries, active float64) leastBytes {
	return leastBytes{
		List:   listBytes + active*activeBytes + entryBytes*entries,
		Forces: active*forcesBytes + entryBytes*entries,
	}
}
