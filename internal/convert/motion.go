package convert

func (r *reader) motions(e *element) { r.each(e, "objreal", "motions are not taken") }
