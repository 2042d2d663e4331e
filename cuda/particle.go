package cuda

// Info is the fourth word of a particle's position, which says what the particle is; see particle.h. Body is
// 1 + the number of the body that a wall is of, or 0, and material the number of the material. Moving says that the body has a motion.
func Info(wall bool, body, material uint8, moving bool) uint32 {
	info := uint32(body)<<BodyInfo | uint32(material)<<MaterialInfo
	if wall {
		info |= WallInfo
	}
	if moving {
		info |= MovingInfo
	}
	return info
}

// Solid is the word of a wall particle with states of its own.
func Solid(info uint32) uint32 { return info | SolidInfo }

// Shared is the word of a wall particle with a row in the table of loads.
func Shared(info uint32) uint32 { return info | SharedInfo }

// InBuffer is the word of a particle in a buffer whose states are given, from 1 on; 0 is none.
func InBuffer(info uint32, buffer int) uint32 {
	return info&^(BufferMask<<BufferInfo) | uint32(buffer)<<BufferInfo
}

// IsImage reports whether the fourth word of a position is that of an image; see periodic.h.
func IsImage(info uint32) bool { return info&ImageInfo > 0 }

// IsWall, BodyOf, BufferOf and MaterialOf read what Info has.
func IsWall(info uint32) bool      { return info&WallInfo > 0 }
func BodyOf(info uint32) uint8     { return uint8(info >> BodyInfo) }
func BufferOf(info uint32) int     { return int(info >> BufferInfo & BufferMask) }
func MaterialOf(info uint32) uint8 { return uint8(info>>MaterialInfo) % MaxMaterials }
