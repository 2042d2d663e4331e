package casefile

// SheetSides are the words for where the wall of an open sheet is, seen from its triangles.
var SheetSides = []string{"back", "front", "both"}

// checkSheet refuses a side without a thickness.
func (c *Case) checkSheet(s *STL, path string) error {
	if s.Side == "" {
		return nil
	}
	if s.Thickness == 0 {
		return c.Errorf(path+".side", "%s has a side, but no thickness; thickness = 0.05 makes a wall "+
			"of an open sheet, and a closed mesh needs neither", c.Label(path))
	}
	return c.Word(path+".side", s.Side, SheetSides)
}
