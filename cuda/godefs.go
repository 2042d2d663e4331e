//go:build ignore

package cuda

// #define GODEFS
// #include "args.h"
// #include "joints/args.h"
// #include "flexible/args.h"
// #include "relaxation/args.h"
// #include "args_grid.h"
// #include "args_air.h"
// #include "args_lattice.h"
import "C"

type (
	Grid                C.Grid
	Clock               C.Clock
	Forcing             C.Forcing
	ForcingTable        C.ForcingTable
	StepRecord          C.StepRecord
	Frame               C.Frame
	Central             C.Central
	StillWater          C.StillWater
	Maxima              C.Maxima
	Material            C.Material
	Rheology            C.Rheology
	Physics             C.Physics
	BodyMotion          C.BodyMotion
	MotionPiece         C.MotionPiece
	MotionLink          C.MotionLink
	MotionBody          C.MotionBody
	MotionTable         C.MotionTable
	References          C.References
	PeriodicImage       C.PeriodicImage
	Pool                C.Pool
	WrapArgs            C.WrapArgs
	PlaceImagesArgs     C.PlaceImagesArgs
	CopyImagesArgs      C.CopyImagesArgs
	HashArgs            C.HashArgs
	ScatterArgs         C.ScatterArgs
	RankArgs            C.RankArgs
	ReorderArgs         C.ReorderArgs
	ReorderFieldArgs    C.ReorderFieldArgs
	SlicesArgs          C.SlicesArgs
	List                C.List
	Blocks              C.Blocks
	Prediction          C.Prediction
	Motion              C.Motion
	Numbers             C.Numbers
	BlocksArgs          C.BlocksArgs
	SkinsArgs           C.SkinsArgs
	SkinCheckArgs       C.SkinCheckArgs
	Task                C.Task
	ActiveArgs          C.ActiveArgs
	NeibsArgs           C.NeibsArgs
	Part                C.Part
	State               C.State
	Edges               C.Edges
	Stores              C.Stores
	ForcesArgs          C.ForcesArgs
	TurnArgs            C.TurnArgs
	DampingZone         C.DampingZone
	DampArgs            C.DampArgs
	RelaxationZone      C.RelaxationZone
	RelaxArgs           C.RelaxArgs
	PublishMaximaArgs   C.PublishMaximaArgs
	Patience            C.Patience
	MinimumScanArgs     C.MinimumScanArgs
	EulerArgs           C.EulerArgs
	PassArgs            C.PassArgs
	HeatSeries          C.HeatSeries
	HeatWall            C.HeatWall
	HeatSource          C.HeatSource
	HeatTable           C.HeatTable
	HeatArgs            C.HeatArgs
	PorousTable         C.PorousTable
	PorousArgs          C.PorousArgs
	RestoreArgs         C.RestoreArgs
	SpreadArgs          C.SpreadArgs
	RestoreFieldArgs    C.RestoreFieldArgs
	GiveFieldArgs       C.GiveFieldArgs
	ExchangeArgs        C.ExchangeArgs
	PublishClockArgs    C.PublishClockArgs
	PublishListsArgs    C.PublishListsArgs
	Moment              C.Moment
	MomentCounts        C.MomentCounts
	MomentArgs          C.MomentArgs
	CopyArgs            C.CopyArgs
	PreviewArgs         C.PreviewArgs
	PublishMomentsArgs  C.PublishMomentsArgs
	CombineArgs         C.CombineArgs
	LoopArgs            C.LoopArgs
	EnergyArgs          C.EnergyArgs
	FieldSumArgs        C.FieldSumArgs
	Load                C.Load
	BodyArgs            C.BodyArgs
	WorkArgs            C.WorkArgs
	TotalsArgs          C.TotalsArgs
	CommitTotalsArgs    C.CommitTotalsArgs
	TurnedArgs          C.TurnedArgs
	Stamp               C.Stamp
	ProbeArgs           C.ProbeArgs
	BodyState           C.BodyState
	FreeBody            C.FreeBody
	Tie                 C.Tie
	FreeBodiesArgs      C.FreeBodiesArgs
	CarryArgs           C.CarryArgs
	RecordBodiesArgs    C.RecordBodiesArgs
	Obstacle            C.Obstacle
	ContactSpring       C.ContactSpring
	ContactArgs         C.ContactArgs
	AbsorbPaddle        C.AbsorbPaddle
	Correction          C.Correction
	CorrectionStep      C.CorrectionStep
	AbsorbArgs          C.AbsorbArgs
	AbsorbedArgs        C.AbsorbedArgs
	Opening             C.Opening
	OpeningSite         C.OpeningSite
	SiteState           C.SiteState
	OpeningState        C.OpeningState
	CrossCounts         C.CrossCounts
	OpeningTable        C.OpeningTable
	MeasureOpeningsArgs C.MeasureOpeningsArgs
	AdvanceOpeningsArgs C.AdvanceOpeningsArgs
	OpeningArgs         C.OpeningArgs
	CrossArgs           C.CrossArgs
	PublishOpeningsArgs C.PublishOpeningsArgs
	ZoneMap             C.ZoneMap
	ZoneMaps            C.ZoneMaps
	ZoneWay             C.ZoneWay
	ZoneOutline         C.ZoneOutline
	ZoneBox             C.ZoneBox
	ZoneSide            C.ZoneSide
	ZonePoint           C.ZonePoint
	ZoneSite            C.ZoneSite
	ZonePointState      C.ZonePointState
	ZoneSiteState       C.ZoneSiteState
	ZoneTable           C.ZoneTable
	MeasureZonesArgs    C.MeasureZonesArgs
	AdvanceZonesArgs    C.AdvanceZonesArgs
	InZoneArgs          C.InZoneArgs
	CrossZonesArgs      C.CrossZonesArgs
	PublishZonesArgs    C.PublishZonesArgs
	OpenedArgs          C.OpenedArgs
	Joint               C.Joint
	JointChain          C.JointChain
	JointMember         C.JointMember
	JointLoad           C.JointLoad
	JointState          C.JointState
	MemberWork          C.MemberWork
	JointWork           C.JointWork
	JointRow            C.JointRow
	JointsArgs          C.JointsArgs
	PartJointsArgs      C.PartJointsArgs
	RestoreJointsArgs   C.RestoreJointsArgs
	LineNode            C.LineNode
	LineSegment         C.LineSegment
	LineSet             C.LineSet
	LineRow             C.LineRow
	LineBed             C.LineBed
	LineTable           C.LineTable
	LinesArgs           C.LinesArgs
	LineFluidArgs       C.LineFluidArgs
	BentWalls           C.BentWalls
	FlexPart            C.FlexPart
	FlexTouch           C.FlexTouch
	FlexContacts        C.FlexContacts
	FlexPoint           C.FlexPoint
	FlexTable           C.FlexTable
	FlexArgs            C.FlexArgs
	FlexPushArgs        C.FlexPushArgs
	FlexWallsArgs       C.FlexWallsArgs
	FlexPullArgs        C.FlexPullArgs
	FlexedArgs          C.FlexedArgs
	LinePullArgs        C.LinePullArgs
	LinedArgs           C.LinedArgs
)

const (
	FluidWork = C.FLUID_WORK
	WetWork   = C.WET_WORK

	WallInfo   = C.WALL_INFO
	ImageInfo  = C.IMAGE_INFO
	MovingInfo = C.MOVING_INFO
	BodyInfo   = C.BODY_INFO

	SpringTie  = C.SPRING_TIE
	RopeTie    = C.ROPE_TIE
	TorsionTie = C.TORSION_TIE
	MooringTie = C.MOORING_TIE

	BallJoint   = C.BALL_JOINT
	HingeJoint  = C.HINGE_JOINT
	SliderJoint = C.SLIDER_JOINT
	FixedJoint  = C.FIXED_JOINT

	NoMotor    = C.NO_MOTOR
	PlaceMotor = C.PLACE_MOTOR
	ForceMotor = C.FORCE_MOTOR

	JointPlace      = C.JOINT_PLACE
	JointRotation   = C.JOINT_ROTATION
	JointCoordinate = C.JOINT_COORDINATE

	ContactChunk = C.CHUNK             // points of a face that a warp compares
	OverlapWords = C.SIDES * C.OVERLAP // of 64 bits, of a free body and an obstacle
	ContactSides = C.SIDES             // of a free body and an obstacle

	BufferInfo = C.BUFFER_INFO
	SolidInfo  = C.SOLID_INFO
	SharedInfo = C.SHARED_INFO
	BufferMask = C.BUFFER_MASK

	FinenessInfo  = C.FINENESS_INFO
	ZoneBuffers   = C.ZONE_BUFFERS
	ZoneWords     = C.ZONE_WORDS
	ZoneFaces     = C.ZONE_FACES
	IfGood        = C.IF_GOOD
	MostZoneSides = C.MOST_ZONE_SIDES
	MostZones     = C.MOST_ZONES

	GivenVelocity      = C.GIVEN_VELOCITY
	GivenDischarge     = C.GIVEN_DISCHARGE
	GivenLevel         = C.GIVEN_LEVEL
	GivenPressure      = C.GIVEN_PRESSURE
	FreeOutfall        = C.FREE_OUTFALL
	NonReflecting      = C.NON_REFLECTING
	OneWay             = C.ONE_WAY
	IsInlet            = C.IS_INLET
	IsDisc             = C.IS_DISC
	PrescribedPressure = C.PRESCRIBED_PRESSURE
	WithCarried        = C.WITH_CARRIED

	SiteWet       = C.SITE_WET
	SiteFilled    = C.SITE_FILLED
	SiteWords     = C.SITE_WORDS
	VelocityWords = C.VELOCITY_WORDS
	OpeningSums   = C.OPENING_SUMS
	OpeningSeries = C.OPENING_SERIES

	FreeNode     = C.FREE_NODE
	FixedNode    = C.FIXED_NODE
	BodyNode     = C.BODY_NODE
	DryLines     = C.DRY_LINES
	StillLines   = C.STILL_LINES
	WetLines     = C.WET_LINES
	LineThreads  = C.LINE_THREADS
	NodeWords    = C.NODE_WORDS
	WetWord      = C.WET_WORD
	NodeSums     = C.NODE_SUMS
	NodeRoom     = C.NODE_ROOM
	SegmentRoom  = C.SEGMENT_ROOM
	LineReadings = C.LINE_READINGS

	FlexWords    = C.FLEX_WORDS
	FlexMiddle   = C.FLEX_MIDDLE
	FlexRoom     = C.FLEX_ROOM
	FlexReadings = C.FLEX_READINGS
	FlexX        = C.FLEX_X
	FlexV        = C.FLEX_V
	FlexPushed   = C.FLEX_PUSH
	FlexNormal   = C.FLEX_NORMAL
	FlexAccel    = C.FLEX_ACCEL
	FlexTouched  = C.FLEX_TOUCHED
	FlexReaction = C.FLEX_REACTION
	FlexLeafSize = C.FLEX_LEAF
	FlexMostNear = C.FLEX_NEAR
	FlexRigid    = C.FLEX_RIGID
	FlexFree     = C.FLEX_FREE
	FlexBends    = C.FLEX_BENDS

	StVenantKirchhoff = C.ST_VENANT_KIRCHHOFF
	NeoHookean        = C.NEO_HOOKEAN
	InSpace           = C.IN_SPACE
	PlaneStrain       = C.PLANE_STRAIN
	PlaneStress       = C.PLANE_STRESS

	MaterialInfo      = C.MATERIAL_INFO
	MaxMaterials      = C.MOST_MATERIALS
	MaxKinds          = C.MOST_KINDS
	LeftKinds         = C.LEFT_KINDS
	MostOpenMaterials = C.MOST_OPEN_MATERIALS

	RelaxationWeights = C.RELAXATION_WEIGHTS
)

// Of grids.
type (
	GridLength          C.GridLength
	GridSlab            C.GridSlab
	GridStore           C.GridStore
	GridSolve           C.GridSolve
	GridCollectArgs     C.GridCollectArgs
	GridPredictArgs     C.GridPredictArgs
	GridTemperatureArgs C.GridTemperatureArgs
	GridDivergenceArgs  C.GridDivergenceArgs
	GridProjectArgs     C.GridProjectArgs
	GridSumArgs         C.GridSumArgs
	GridIterationArgs   C.GridIterationArgs
	GridScalarArgs      C.GridScalarArgs
	GridLevelArgs       C.GridLevelArgs
	GridCoarsestArgs    C.GridCoarsestArgs
	AirClock            C.AirClock
	AirSweepArgs        C.AirSweepArgs
	AirClockArgs        C.AirClockArgs
	AirSumArgs          C.AirSumArgs
	AirFieldsArgs       C.AirFieldsArgs

	LatticeCollision  C.LatticeCollision
	LatticeArgs       C.LatticeArgs
	LatticeWallsArgs  C.LatticeWallsArgs
	LatticeFieldsArgs C.LatticeFieldsArgs
)
