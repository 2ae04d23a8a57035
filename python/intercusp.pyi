# Types of the module intercusp. For meanings, shapes and units see its docstrings and docs/PYTHON.md.
from os import PathLike
from typing import Any, Final, Literal, Optional, Sequence, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

_Path = Union[str, PathLike[str]]
_Which = Literal["auto", "upper", "lower"]
_Unit = Optional[Literal["mm", "cm", "m", "inch", "um"]]
_Teeth = Literal["auto", "file", "none"]
_Numbering = Literal["auto", "fdi", "universal"]
_Engine = Literal["auto", "stencil", "zlist", "ray"]
_Scan = Union[_Path, Sequence[_Path], "Jaw", tuple[ArrayLike, ArrayLike], tuple[ArrayLike, ArrayLike, ArrayLike], object]
_Sides = Union[float, tuple[float, float]]

class Error(Exception): ...

class InputError(Error):
    code: Optional[str]
    values: dict[str, Union[float, str]]

class EngineError(Error): ...
class OutputError(Error): ...

class _Result:
    def report(self) -> dict[str, Any]: ...
    def write(self, folder: _Path) -> None: ...

class Jaw:
    @overload
    def __init__(self, mesh: object, *, labels: Optional[ArrayLike] = ..., jaw: _Which = ..., unit: _Unit = ..., teeth: _Teeth = ..., numbering: _Numbering = ..., name: str = ...) -> None: ...
    @overload
    def __init__(self, vertices: ArrayLike, faces: ArrayLike, *, labels: Optional[ArrayLike] = ..., jaw: _Which = ..., unit: _Unit = ..., teeth: _Teeth = ..., numbering: _Numbering = ..., name: str = ...) -> None: ...
    vertices: Final[NDArray[np.float64]]
    faces: Final[NDArray[np.uint32]]
    anatomy_faces: Final[int]
    labels: Final[Optional[NDArray[np.int32]]]
    estimated_teeth: Final[list[dict[str, Any]]]
    remarks: Final[list[dict[str, Any]]]

class Case:
    def __init__(self, upper: Jaw, lower: Jaw, upper_from_lower: Optional[ArrayLike] = ...) -> None: ...
    upper: Final[Jaw]
    lower: Final[Jaw]
    upper_from_lower: Final[NDArray[np.float64]]
    superior: Final[Optional[NDArray[np.float64]]]
    anterior: Final[Optional[NDArray[np.float64]]]
    left: Final[Optional[NDArray[np.float64]]]
    axes_confidence: Final[float]
    upper_teeth: Final[NDArray[np.int32]]
    lower_teeth: Final[NDArray[np.int32]]
    teeth_estimated: Final[bool]
    findings: Final[list[dict[str, Any]]]

class ClearanceMap:
    shape: Final[tuple[int, int]]
    spacing: Final[tuple[float, float]]
    origin: Final[NDArray[np.float64]]
    direction: Final[NDArray[np.float64]]
    right: Final[NDArray[np.float64]]
    down: Final[NDArray[np.float64]]
    clearance_mm: Final[NDArray[np.float32]]
    overlap_mm: Final[NDArray[np.float32]]
    upper_face: Final[NDArray[np.int32]]
    lower_face: Final[NDArray[np.int32]]
    coverage: Final[NDArray[np.uint8]]
    state: Final[NDArray[np.uint8]]
    resolved_by: Final[NDArray[np.uint8]]
    valued_by: Final[NDArray[np.uint8]]
    upper_intervals: Final[NDArray[np.uint8]]
    lower_intervals: Final[NDArray[np.uint8]]
    engine: Final[str]
    engine_reason: Final[str]

class SurfaceDistance:
    upper_mm: Final[NDArray[np.float32]]
    lower_mm: Final[NDArray[np.float32]]
    upper_closest_face: Final[NDArray[np.uint32]]
    lower_closest_face: Final[NDArray[np.uint32]]
    upper_at_rim: Final[NDArray[np.uint8]]
    lower_at_rim: Final[NDArray[np.uint8]]
    least_mm: Final[Optional[float]]
    least_bound_mm: Final[Optional[float]]
    least_point_mm: Final[Optional[NDArray[np.float64]]]

class Contacts(_Result):
    clearance_map: Final[ClearanceMap]
    interference: Final[bool]
    min_clearance_mm: Final[Optional[float]]
    min_surface_distance_mm: Final[Optional[float]]

class Validation(_Result):
    mean_error_mm: Final[list[NDArray[np.float32]]]
    point_error_mm: Final[list[NDArray[np.float32]]]
    near_silhouette: Final[list[NDArray[np.uint8]]]
    rms_mm: Final[float]
    point_rms_mm: Final[float]
    point_max_mm: Final[float]

class FirstContact(_Result):
    first_contact_deg: Final[Optional[float]]
    first_contact_mm: Final[Optional[float]]
    starts_overlapping: Final[bool]
    point_mm: Final[Optional[NDArray[np.float64]]]
    pose_at_contact: Final[Optional[NDArray[np.float64]]]
    travel_mm: Final[Optional[NDArray[np.float32]]]
    upper_face: Final[Optional[NDArray[np.int32]]]
    lower_face: Final[Optional[NDArray[np.int32]]]

class Articulation(_Result):
    paths: Final[dict[str, NDArray[np.float64]]]
    opening: Final[NDArray[np.float64]]
    intercuspation: Final[NDArray[np.float64]]

class FoundBite(_Result):
    determined: Final[bool]
    method: Final[str]
    upper_from_lower: Final[Optional[NDArray[np.float64]]]
    candidates: Final[NDArray[np.float64]]
    scores: Final[NDArray[np.float64]]

class Checkbite(_Result):
    determined: Final[bool]

class Model(_Result):
    ...

class Settlement(_Result):
    settled: Final[bool]
    upper_from_lower: Final[Optional[NDArray[np.float64]]]
    place_found: Final[Optional[NDArray[np.float64]]]

class Playback(_Result):
    times_s: Final[NDArray[np.float64]]
    contact_mm2: Final[NDArray[np.float64]]
    least_mm: Final[NDArray[np.float64]]
    upper_from_lower: Final[NDArray[np.float64]]

class Segmentation(_Result):
    labels: Final[NDArray[np.int32]]
    jaw: Final[str]
    jaw_confidence: Final[float]

class Interference(_Result):
    pairs_interfering: Final[list[tuple[int, int, float]]]

class Registration:
    determined: Final[bool]
    reason_code: Final[Optional[str]]
    before_from_after: Final[Optional[NDArray[np.float64]]]
    residual_mm: Final[float]
    noise_mm: Final[float]
    kept_share: Final[float]
    overlap_share: Final[float]

class Comparison(_Result):
    determined: Final[bool]
    before_from_after: Final[Optional[NDArray[np.float64]]]
    before_change_mm: Final[Optional[NDArray[np.float64]]]
    after_change_mm: Final[Optional[NDArray[np.float64]]]
    left_out_teeth: Final[list[int]]

def read_jaw(source: Union[_Path, Sequence[_Path]], jaw: _Which = ..., *, unit: _Unit = ..., labels: Optional[_Path] = ..., teeth: _Teeth = ..., numbering: _Numbering = ...) -> Jaw: ...
@overload
def segment(scan: Union[_Path, Sequence[_Path]], *, jaw: _Which = ..., unit: _Unit = ..., edits: Optional[_Path] = ...) -> Segmentation: ...
@overload
def segment(vertices: ArrayLike, faces: ArrayLike, *, jaw: _Which = ..., unit: _Unit = ..., edits: Optional[_Path] = ...) -> Segmentation: ...
@overload
def segment(mesh: object, *, jaw: _Which = ..., unit: _Unit = ..., edits: Optional[_Path] = ...) -> Segmentation: ...
def clearance_map(case: Case, *, engine: _Engine = ..., pixel_mm: float = ..., direction: Optional[ArrayLike] = ...) -> ClearanceMap: ...
def surface_distance(case: Case) -> SurfaceDistance: ...
def contacts(case: Case, *, thresholds_mm: Sequence[float] = ..., engine: _Engine = ..., pixel_mm: float = ..., direction: Optional[ArrayLike] = ..., sectors: int = ..., area_error_percent: float = ..., bite_error: tuple[float, float] = ..., bite_poses: int = ..., bite_seed: int = ..., exact: bool = ...) -> Contacts: ...
def validate(case: Case, *, rays_per_pixel: int = ..., engine: _Engine = ..., pixel_mm: float = ..., direction: Optional[ArrayLike] = ..., sectors: int = ...) -> Validation: ...
def first_contact(case: Case, *, axis: Optional[ArrayLike] = ..., along: Optional[ArrayLike] = ..., max_angle_deg: float = ..., max_mm: float = ..., pixel_mm: float = ...) -> FirstContact: ...
def articulate(case: Case, *, condyles: Optional[ArrayLike] = ..., bonwill_arm_mm: float = ..., intercondylar_mm: float = ..., balkwill_deg: float = ..., inclination_deg: _Sides = ..., bennett_deg: _Sides = ..., side_shift_mm: _Sides = ..., threshold_mm: float = ..., sensitivity: int = ...) -> Articulation: ...
def interfere(solids: Sequence[Union[_Path, Jaw]], *, engine: Literal["zlist", "cinder", "ray"] = ..., pixel_mm: float = ..., unit: _Unit = ...) -> Interference: ...
def find_bite(upper: Jaw, lower: Jaw, *, buccal: Sequence[Union[_Path, Sequence[_Path]]] = ..., unit: _Unit = ...) -> FoundBite: ...
def checkbite(upper: Jaw, lower: Jaw, records: dict[str, Union[_Path, Sequence[_Path]]], *, bite_error: tuple[float, float] = ..., intercondylar_mm: float = ..., unit: _Unit = ...) -> Checkbite: ...
def model(scans: Union[Case, Jaw], *, landmarks: Sequence[_Path] = ...) -> Model: ...
def settle(case: Case, *, tolerance_mm: float = ..., max_motion_mm: float = ..., direction: Optional[ArrayLike] = ...) -> Settlement: ...
def play(case: Case, track: _Path, *, engine: _Engine = ..., pixel_mm: float = ..., direction: Optional[ArrayLike] = ..., threshold_mm: float = ..., rate_hz: Optional[float] = ..., track_rate_hz: Optional[float] = ..., track_unit: _Unit = ..., mend_rotations: bool = ...) -> Playback: ...
def register(before: _Scan, after: _Scan, *, region_teeth: Sequence[int] = ..., start: Optional[ArrayLike] = ..., jaw: _Which = ..., unit: _Unit = ...) -> Registration: ...
def compare(before: _Scan, after: _Scan, *, region: Optional[Union[_Path, Sequence[_Path]]] = ..., region_teeth: Sequence[int] = ..., before_from_after: Optional[ArrayLike] = ..., scan_error: Sequence[float] = ..., scale_um: Optional[float] = ..., jaw: _Which = ..., unit: _Unit = ...) -> Comparison: ...
def repeats(reference: _Scan, scans: list[_Scan], *, scale_um: Optional[float] = ..., jaw: _Which = ..., unit: _Unit = ...) -> Comparison: ...
