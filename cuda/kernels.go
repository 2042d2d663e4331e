package cuda

import (
	"slices"
	"strings"
	"unsafe"
)

//go:generate sh -c "go tool cgo -godefs godefs.go | gofmt > args_gen.go; rm -rf _obj _cgo_2.o"

// Kernel is the name of a kernel.
type Kernel string

// Urgent reports whether the kernel is to begin before others that wait for room on a GPU:
// other devices wait for it.
func (k Kernel) Urgent() bool { return k == Kernel(Exchange) }

// KernelOf is the name of a kernel that takes a struct A of arguments.
type KernelOf[A any] Kernel

// The kernels, by phase; see the header of the same name.
const (
	Hash               KernelOf[HashArgs]      = "hash"
	Scatter            KernelOf[ScatterArgs]   = "scatter"
	Rank               KernelOf[RankArgs]      = "rank"
	Reorder            KernelOf[ReorderArgs]   = "reorder"
	Slices             KernelOf[SlicesArgs]    = "slices"
	BlockVelocity      KernelOf[SkinsArgs]     = "block_velocity"
	NeighbourhoodBoxes KernelOf[BlocksArgs]    = "neighbourhood_boxes"
	Skins              KernelOf[SkinsArgs]     = "skins"
	Active             KernelOf[ActiveArgs]    = "active"
	Columns            KernelOf[ActiveArgs]    = "columns"
	Neibs              KernelOf[NeibsArgs]     = "neibs"
	NeibsOfMaterials   KernelOf[NeibsArgs]     = "neibs_materials"
	Tasks              KernelOf[NeibsArgs]     = "tasks"
	BlockDisplacement  KernelOf[SkinCheckArgs] = "block_displacement"
	SkinUse            KernelOf[SkinCheckArgs] = "skin_use"

	Begin         KernelOf[MinimumScanArgs]   = "begin"
	PublishMaxima KernelOf[PublishMaximaArgs] = "publish_maxima"
	MinimumScan   KernelOf[MinimumScanArgs]   = "minimumscan"
	Check         KernelOf[MinimumScanArgs]   = "check"
	PublishClock  KernelOf[PublishClockArgs]  = "publish_clock"
	PublishLists  KernelOf[PublishListsArgs]  = "publish_lists"

	// Begin and MinimumScan where bodies move.
	BeginMoving       KernelOf[MinimumScanArgs] = "begin_moving"
	MinimumScanMoving KernelOf[MinimumScanArgs] = "minimumscan_moving"

	// Predict takes particles to the middle of a step without forces.
	Predict KernelOf[ForcesArgs] = "predict"

	Exchange KernelOf[ExchangeArgs] = "exchange"
	Restore  KernelOf[RestoreArgs]  = "restore"
	Spread   KernelOf[SpreadArgs]   = "spread"
	Turn     KernelOf[TurnArgs]     = "turn"
	Damp     KernelOf[DampArgs]     = "damp"
	Relax    KernelOf[RelaxArgs]    = "relax"
	Rough    KernelOf[ForcesArgs]   = "rough"

	Soak KernelOf[PorousArgs] = "soak"

	KeepHeat   KernelOf[HeatArgs] = "keep_heat"
	HeatWalls  KernelOf[HeatArgs] = "heat_walls"
	Heat       KernelOf[HeatArgs] = "heat"
	HeatSolids KernelOf[HeatArgs] = "heat_solids"

	ReorderField KernelOf[ReorderFieldArgs] = "reorder_field"
	GiveField    KernelOf[GiveFieldArgs]    = "give_field"
	RestoreField KernelOf[RestoreFieldArgs] = "restore_field"

	Wrap        KernelOf[WrapArgs]        = "wrap"
	PlaceImages KernelOf[PlaceImagesArgs] = "place_images"
	CopyImages  KernelOf[CopyImagesArgs]  = "copy_images"

	AtMoment        KernelOf[MomentArgs]         = "moment"
	PublishMoments  KernelOf[PublishMomentsArgs] = "publish_moments"
	PublishSums     KernelOf[CombineArgs]        = "publish_sums"
	Combine         KernelOf[CombineArgs]        = "combine"
	EndLoop         KernelOf[LoopArgs]           = "loop"
	Energy          KernelOf[EnergyArgs]         = "energy"
	FieldSum        KernelOf[FieldSumArgs]       = "field_sum"
	Totals          KernelOf[TotalsArgs]         = "totals"
	CommitTotals    KernelOf[CommitTotalsArgs]   = "commit_totals"
	Turned          KernelOf[TurnedArgs]         = "turned"
	Probe           KernelOf[ProbeArgs]          = "probe"
	WallPressure    KernelOf[ProbeArgs]          = "wallpressure"
	FreeBodies      KernelOf[FreeBodiesArgs]     = "free_bodies"
	RestoreBodies   KernelOf[FreeBodiesArgs]     = "restore_bodies"
	Overlap         KernelOf[ContactArgs]        = "overlap"
	Contact         KernelOf[ContactArgs]        = "contact"
	RestoreContacts KernelOf[ContactArgs]        = "restore_contacts"
	RecordBodies    KernelOf[RecordBodiesArgs]   = "record_bodies"
	JoinedBodies    KernelOf[JointsArgs]         = "joined_bodies"
	RestoreJoints   KernelOf[RestoreJointsArgs]  = "restore_joints"
	PartJoints      KernelOf[PartJointsArgs]     = "part_joints"
	PaddleLevel     KernelOf[ProbeArgs]          = "paddle_level"
	Absorb          KernelOf[AbsorbArgs]         = "absorb"
	Absorbed        KernelOf[AbsorbedArgs]       = "absorbed"

	MeasureOpenings      KernelOf[MeasureOpeningsArgs] = "measure_openings"
	MeasureOpenMaterials KernelOf[MeasureOpeningsArgs] = "measure_openings_materials"
	WetOpenings          KernelOf[AdvanceOpeningsArgs] = "wet_openings"
	AdvanceOpenings      KernelOf[AdvanceOpeningsArgs] = "advance_openings"
	InOpening            KernelOf[OpeningArgs]         = "opening"
	Cross                KernelOf[CrossArgs]           = "cross"
	Births               KernelOf[CrossArgs]           = "births"
	PublishOpenings      KernelOf[PublishOpeningsArgs] = "publish_openings"
	Opened               KernelOf[OpenedArgs]          = "opened"
	MeasureZones         KernelOf[MeasureZonesArgs]    = "measure_zones"
	AdvanceZonePoints    KernelOf[AdvanceZonesArgs]    = "advance_zone_points"
	AdvanceZoneSites     KernelOf[AdvanceZonesArgs]    = "advance_zone_sites"
	InZone               KernelOf[InZoneArgs]          = "in_zone"
	CrossZones           KernelOf[CrossZonesArgs]      = "cross_zones"
	ZoneBirths           KernelOf[CrossZonesArgs]      = "zone_births"
	PublishZones         KernelOf[PublishZonesArgs]    = "publish_zones"
	LineFluid            KernelOf[LineFluidArgs]       = "line_fluid"
	Lines                KernelOf[LinesArgs]           = "lines"
	PullBodies           KernelOf[LinePullArgs]        = "pull_bodies"
	Lined                KernelOf[LinedArgs]           = "lined"
	FlexLeaf             KernelOf[FlexArgs]            = "flex_leaf"
	FlexBranch           KernelOf[FlexArgs]            = "flex_branch"
	FlexNear             KernelOf[FlexArgs]            = "flex_near"
	FlexBegin            KernelOf[FlexArgs]            = "flex_begin"
	FlexStrain           KernelOf[FlexArgs]            = "flex_strain"
	FlexMove             KernelOf[FlexArgs]            = "flex_move"
	FlexTake             KernelOf[FlexArgs]            = "flex_take"
	FlexPush             KernelOf[FlexPushArgs]        = "flex_push"
	FlexWalls            KernelOf[FlexWallsArgs]       = "flex_walls"
	FlexShown            KernelOf[FlexWallsArgs]       = "flex_shown"
	FlexPull             KernelOf[FlexPullArgs]        = "flex_pull"
	FlexEnergy           KernelOf[FlexedArgs]          = "flex_energy"
	Flexed               KernelOf[FlexedArgs]          = "flexed"
	Copy                 KernelOf[CopyArgs]            = "copy"
	Preview              KernelOf[PreviewArgs]         = "preview"
)

// Forces names the force kernel compiled for a smoothing kernel, viscosity and
// boundary, by their names on the command line. Those of other smoothing kernels than Wendland's have laminar viscosity, which may be zero.
func Forces(kernel string, laminar bool, boundary string) KernelOf[ForcesArgs] {
	if kernel == "wendland" {
		return KernelOf[ForcesArgs]("forces_" + variant("wendland", laminar, boundary))
	}
	return KernelOf[ForcesArgs]("forces_" + variant("any", false, boundary))
}

// Terms is how many terms of Forces passes before compute something for, in ForcesArgs.More.
const Terms = len(ForcesArgs{}.More)

// ForcesWith names the force kernel with some of the terms, in their order. The only term of a half step that computes stresses for the
// next is "strain". For two terms, other smoothing kernels than Wendland's, and walls that are neither dynamic nor dummy or that move, there
// is one with all terms and laminar viscosity.
func ForcesWith(terms []string, kernel string, laminar bool, boundary string) KernelOf[ForcesArgs] {
	if kernel != "wendland" || len(terms) > 1 || boundary != "dynamic" && boundary != "dummy" {
		return KernelOf[ForcesArgs]("forces_" + variant("any_gradient_stress", false, boundary))
	}
	return KernelOf[ForcesArgs]("forces_" + variant("wendland_"+terms[0], laminar, boundary))
}

// ForcesLimited names the force kernel with a limiter of artificial viscosity and with some terms, in
// their order; it has laminar viscosity, which may be zero. All but no terms or a stress, Wendland's
// kernel, and dynamic or dummy walls that stand has one kernel, with all terms.
func ForcesLimited(terms []string, kernel, boundary string) KernelOf[ForcesArgs] {
	if kernel != "wendland" || boundary != "dynamic" && boundary != "dummy" ||
		len(terms) > 0 && !slices.Equal(terms, []string{"stress"}) {
		return KernelOf[ForcesArgs]("forces_" + variant("any_limited", false, boundary))
	}
	kind := strings.Join(append([]string{"wendland"}, append(terms, "limited")...), "_")
	return KernelOf[ForcesArgs]("forces_" + variant(kind, false, boundary))
}

// ForcesOnResidual names the force kernel with artificial viscosity on the residual. Water with
// dummy walls has its own, alone and with corrected gradients, these also without laminar viscosity
// or limiter; for all else it is the one with all terms.
func ForcesOnResidual(terms []string, kernel string, limited bool,
	boundary string) KernelOf[ForcesArgs] {
	kind := "any_limited"
	if kernel == "wendland" && (boundary == "dummy" || boundary == Moving) {
		switch strings.Join(terms, " ") {
		case "residual":
			kind = "wendland_residual"
		case "fit":
			return KernelOf[ForcesArgs]("forces_" + variant("wendland_fit", limited, boundary))
		}
	}
	return KernelOf[ForcesArgs]("forces_" + variant(kind, false, boundary))
}

// Flows that have force kernels of their own, with Wendland's kernel, walls that are dynamic or dummy,
// and no further terms. See ForcesOfMaterials.
const (
	WithHeat       = "heat"
	OfTwo          = "two"      // materials
	OfTwoWithHeat  = "two_heat" // these have laminar viscosity, which may be zero
	OfTwoFitted    = "two_fit"  // with corrected gradients and dummy walls; as these
	OfAllMaterials = "any"      // and all else
)

// ForcesOfMaterials names the force kernel of flows with materials or with heat.
func ForcesOfMaterials(of string, laminar bool, boundary string) KernelOf[ForcesArgs] {
	if of == OfAllMaterials {
		return KernelOf[ForcesArgs]("forces_" + variant("any_materials", false, boundary))
	}
	laminar = (laminar || of == OfTwoWithHeat) && of != OfTwoFitted
	return KernelOf[ForcesArgs]("forces_" + variant("wendland_"+of, laminar, boundary))
}

// ForcesOfPorous names the force kernel of flows with porous layers, which have laminar viscosity,
// a limiter and the residual, that may be none. All that is not usual has one kernel for each kind
// of walls.
func ForcesOfPorous(kernel, boundary string) KernelOf[ForcesArgs] {
	if kernel == "wendland" && (boundary == "dynamic" || boundary == "dummy") {
		return KernelOf[ForcesArgs]("forces_" + variant("wendland_porous", false, boundary))
	}
	return KernelOf[ForcesArgs]("forces_" + variant("any_porous", false, boundary))
}

// PassOfMaterials names the kernel of a pass in flows with more than one material.
func PassOfMaterials(kernel string) KernelOf[PassArgs] {
	return KernelOf[PassArgs](kernel + "_materials")
}

// WallHeatOfMaterials is HeatWalls in flows whose fluids conduct differently.
const WallHeatOfMaterials KernelOf[HeatArgs] = "heat_walls_materials"

// Body names the kernel that sums the forces on bodies, with any smoothing kernel and with laminar viscosity.
func Body(boundary string) KernelOf[BodyArgs] {
	return KernelOf[BodyArgs](variant("body", false, boundary))
}

// Work names the kernel that sums the work of the fluid on bodies that move, as Body does.
func Work(boundary string) KernelOf[WorkArgs] {
	return KernelOf[WorkArgs](variant("work", false, boundary))
}

// Carry names the kernel that sums the forces of the fluid on free bodies, as Body does.
func Carry(boundary string) KernelOf[CarryArgs] {
	return KernelOf[CarryArgs](variant("carry", false, boundary))
}

// Arithmetic names the force kernel without the loads of neighbours, with Wendland's smoothing kernel and artificial viscosity; see limits.h.
func Arithmetic(boundary string) KernelOf[ForcesArgs] {
	if boundary != "dynamic" {
		boundary = "dummy"
	}
	return KernelOf[ForcesArgs](variant("arithmetic", false, boundary))
}

// Moving names, in place of a boundary, dummy walls of which some move. There is such a kernel with laminar viscosity only.
const Moving = "moving"

func variant(kernel string, laminar bool, boundary string) string {
	if laminar {
		kernel += "_laminar"
	}
	if boundary == "lennard-jones" {
		boundary = "lennard_jones"
	}
	return kernel + "_" + boundary
}

// MaxDampingZones is how many damping zones a flow may have.
const MaxDampingZones = len(DampArgs{}.Zone)

// Kinds of HeatWall.
const (
	Insulated = iota
	GivenTemperature
	GivenFlux
	Conducting
)

// MaxPorousLayers is how many porous layers a flow may have.
const MaxPorousLayers = len(PorousTable{}.Added)

// MaxGPUs is the greatest number of GPUs that wait for each other in MinimumScan.
const MaxGPUs = len(MinimumScanArgs{}.Out)

// Why a Clock is halted; the first is that it runs.
const (
	Running = iota
	SkinUsed
	EndReached
	NotANumber
	StepTooLong
	DeviceLost
)

// Len is the number of indices that a kernel takes for the Part. Warps are aligned as in the whole list,
// and walls begin with a warp of their own.
func (p Part) Len() int { return int(p.Fluid%32+p.Fluids+31)/32*32 + int(p.Wall%32+p.Walls) }

// Bytes is the clock as it lies in memory.
func (c *Clock) Bytes() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(c)), unsafe.Sizeof(*c)) }
