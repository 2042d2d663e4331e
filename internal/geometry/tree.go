package geometry

// A tree of boxes around triangles, for asking which are near a point, a line or a box.

// node has a box around its triangles. Its children, if it has any, are the node behind it and the
// node right.
type node struct {
	box         Box
	right       int32
	first, last int32 // triangles, without last; only those of a leaf are looked at
}

func (n *node) leaf() bool { return n.right == 0 }

// inLeaf is how many triangles a leaf has at most.
const inLeaf = 4

// builder makes a tree. order is what is sorted: afterwards node.first and last are places in it.
type builder struct {
	boxes   []Box
	centres []Vec
	order   []int32
	nodes   []node
}

// newTree has boxes in its leaves, and tells their order.
func newTree(boxes []Box) (nodes []node, order []int32) {
	b := &builder{boxes: boxes, centres: make([]Vec, len(boxes)), order: make([]int32, len(boxes))}
	for i := range boxes {
		b.centres[i] = times(0.5, add(boxes[i].Min, boxes[i].Max))
		b.order[i] = int32(i)
	}
	b.nodes = make([]node, 0, len(boxes))
	b.build(0, int32(len(boxes)))
	return b.nodes, b.order
}

func (b *builder) build(first, last int32) {
	at := len(b.nodes)
	n := node{box: nowhere, first: first, last: last}
	centres := nowhere
	for _, i := range b.order[first:last] {
		n.box = n.box.with(b.boxes[i])
		centres = centres.with(Box{b.centres[i], b.centres[i]})
	}
	b.nodes = append(b.nodes, n)
	if last-first <= inLeaf {
		return
	}
	middle := b.split(first, last, centres)
	b.build(first, middle)
	b.nodes[at].right = int32(len(b.nodes))
	b.build(middle, last)
}

// split sorts triangles to two sides of a plane across the longest axis, where the areas of the two
// boxes times their triangles are least (Wald 2007, with bins), and returns the first of the second
// side.
func (b *builder) split(first, last int32, centres Box) int32 {
	const bins = 16
	axis := 0
	for a := range 3 {
		if centres.Max[a]-centres.Min[a] > centres.Max[axis]-centres.Min[axis] {
			axis = a
		}
	}
	low, size := centres.Min[axis], centres.Max[axis]-centres.Min[axis]
	if !(size > 0) {
		return (first + last) / 2
	}
	bin := func(i int32) int { return min(int((b.centres[i][axis]-low)/size*bins), bins-1) }
	var count [bins]int
	var box [bins]Box
	for i := range box {
		box[i] = nowhere
	}
	for _, i := range b.order[first:last] {
		k := bin(i)
		count[k]++
		box[k] = box[k].with(b.boxes[i])
	}
	var right [bins]float64 // cost of the bins from one on
	behind, n := nowhere, 0
	for k := bins - 1; k > 0; k-- {
		behind, n = behind.with(box[k]), n+count[k]
		right[k] = behind.area() * float64(n)
	}
	best, cost := 0, 0.0
	before, n := nowhere, 0
	for k := 1; k < bins; k++ {
		before, n = before.with(box[k-1]), n+count[k-1]
		if n == 0 || n == int(last-first) {
			continue
		}
		if c := before.area()*float64(n) + right[k]; best == 0 || c < cost {
			best, cost = k, c
		}
	}
	if best == 0 {
		return (first + last) / 2
	}
	// Stable, so that equal meshes have equal trees.
	var behindIt []int32
	next := first
	for _, i := range b.order[first:last] {
		if bin(i) < best {
			b.order[next] = i
			next++
		} else {
			behindIt = append(behindIt, i)
		}
	}
	copy(b.order[next:last], behindIt)
	return next
}

// area of a box's faces, halved; 0 of nothing.
func (b Box) area() float64 {
	x, y, z := b.Max[0]-b.Min[0], b.Max[1]-b.Min[1], b.Max[2]-b.Min[2]
	if x < 0 {
		return 0
	}
	return x*y + y*z + z*x
}
