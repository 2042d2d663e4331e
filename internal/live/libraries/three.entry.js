// What the page uses of three.js.
export {
	BufferAttribute, BufferGeometry, Color, DataTexture, DoubleSide, DynamicDrawUsage, LineBasicMaterial, LineSegments, Mesh,
	MeshBasicMaterial, OrthographicCamera, PerspectiveCamera, PlaneGeometry, Points, Scene, ShaderMaterial, Vector3, WebGLRenderer,
} from "three";
export { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
