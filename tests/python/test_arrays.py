"""Arrays: inputs are copied once; outputs are not copied and outlive everything else."""
import gc
import tracemalloc
import weakref

import numpy as np
import pytest

import intercusp
from conftest import HINGE


def arrays_of(result):
    """Every array among the attributes of a result, by name; those of lists and dicts too."""
    for name in dir(type(result)):
        value = None if name.startswith("_") else getattr(result, name)
        if isinstance(value, np.ndarray):
            yield name, value
        elif isinstance(value, (list, dict)):
            for i, entry in enumerate(value.values() if isinstance(value, dict) else value):
                if isinstance(entry, np.ndarray):
                    yield f"{name}[{i}]", entry


MAKERS = {
    "Jaw": lambda case: intercusp.Jaw(case.upper.vertices, case.upper.faces, labels=case.upper.labels, jaw="upper"),
    "Case": lambda case: intercusp.Case(case.upper, case.lower),
    "ClearanceMap": lambda case: intercusp.clearance_map(case, pixel_mm=0.2),
    "SurfaceDistance": intercusp.surface_distance,
    "map of Contacts": lambda case: intercusp.contacts(case, pixel_mm=0.4, bite_poses=0).clearance_map,
    "Validation": lambda case: intercusp.validate(case, pixel_mm=0.8, rays_per_pixel=1),
    "FirstContact": lambda case: intercusp.first_contact(case, axis=HINGE, pixel_mm=0.4),
    "Articulation": intercusp.articulate,
    "Segmentation": lambda case: intercusp.segment(case.lower.vertices, case.lower.faces[: case.lower.anatomy_faces]),
}


@pytest.mark.parametrize("maker", MAKERS)
def test_arrays_outlive_results_and_inputs(scans, maker):
    case = intercusp.Case(intercusp.read_jaw(scans / "upper.ply", "upper"), intercusp.read_jaw(scans / "lower.ply", "lower"))
    result = MAKERS[maker](case)
    arrays = dict(arrays_of(result))
    assert arrays
    before = {name: array.copy() for name, array in arrays.items()}
    del result, case
    gc.collect()
    filler = [np.full(1_000_000, 7.0) for _ in range(20)]  # reuses the memory that would have been freed
    for name, array in arrays.items():
        assert np.array_equal(array, before[name], equal_nan=array.dtype.kind == "f"), name
    del filler


@pytest.mark.parametrize("maker", MAKERS)
def test_large_arrays_are_views_that_nobody_can_write_to(case, maker):
    result = MAKERS[maker](case)
    views = {name: array for name, array in arrays_of(result) if array.size > 16}
    again = dict(arrays_of(result))
    assert views
    for name, array in views.items():
        assert np.shares_memory(array, again[name]), name
        assert array.base is not None and not array.flags.writeable, name
        with pytest.raises(ValueError):
            array.flat[0] = 0


def test_a_result_lives_as_long_as_its_last_array(case):
    for maker in MAKERS.values():
        result = maker(case)
        alive = weakref.ref(result)
        array = max((array for _, array in arrays_of(result)), key=lambda array: array.size)
        part = array[..., ::2]
        del result, array
        gc.collect()
        assert alive() is not None
        del part
        gc.collect()
        assert alive() is None


def test_reading_arrays_of_results_makes_none(case):
    picture = intercusp.clearance_map(case, pixel_mm=0.1)
    tracemalloc.start()
    shown = [array for _, array in arrays_of(picture)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sum(array.nbytes for array in shown) > 1e6 and peak < 50_000


def test_shapes_and_types(case):
    jaw = case.upper
    assert jaw.vertices.shape[1] == 3 and jaw.vertices.dtype == np.float64
    assert jaw.faces.shape[1] == 3 and jaw.faces.dtype == np.uint32 and 0 < jaw.anatomy_faces <= len(jaw.faces)
    assert jaw.labels.shape == (len(jaw.vertices),) and case.upper_teeth.shape == (len(jaw.faces),)
    picture = intercusp.clearance_map(case, pixel_mm=0.2)
    rows, columns = picture.shape
    assert columns > rows > 0
    kinds = {"clearance_mm": np.float32, "overlap_mm": np.float32, "upper_face": np.int32, "lower_face": np.int32}
    for name, array in arrays_of(picture):
        if array.ndim == 2:
            assert array.shape == picture.shape and array.dtype == kinds.get(name, np.uint8), name
    distance = intercusp.surface_distance(case)
    assert distance.upper_mm.shape == (len(jaw.vertices),) and distance.lower_mm.shape == (len(case.lower.vertices),)


def test_a_pixel_stands_where_origin_spacing_and_axes_say(case):
    """The corners of the lower's faces named by the map lie around the line of their pixel."""
    picture = intercusp.clearance_map(case, pixel_mm=0.2)
    row, column = np.argwhere(picture.lower_face >= 0)[::97].T
    line = (picture.origin + row[:, None] * picture.spacing[0] * picture.down
            + column[:, None] * picture.spacing[1] * picture.right)
    corners = case.lower.vertices[case.lower.faces[picture.lower_face[row, column]]]  # the pose is the identity
    axes = np.stack([picture.right, picture.down])
    apart = corners @ axes.T - (line @ axes.T)[:, None]
    assert len(row) > 50
    assert (apart.min(axis=1) <= 0.01).all() and (apart.max(axis=1) >= -0.01).all()  # vertices are snapped by 1/512 pixel


def as_lists(array):
    return array.tolist()


LAYOUTS = {
    "rows": np.ascontiguousarray,
    "columns": np.asfortranarray,
    "a part of something larger": lambda array: np.repeat(np.repeat(array, 2, axis=0), 2, axis=1)[::2, ::2],
    "backwards": lambda array: np.ascontiguousarray(array[::-1])[::-1],
    "a subclass": lambda array: array.view(type("TrackedArray", (np.ndarray,), {})),
    "other byte order": lambda array: array.astype(array.dtype.newbyteorder()),
    "lists": as_lists,
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("faces_type", [np.int64, np.int32, np.uint32, np.uint16])
def test_any_layout_gives_the_same_jaw(upper, layout, faces_type):
    vertices, faces = upper.vertices.copy(), upper.faces[:4000].astype(faces_type)
    made = intercusp.Jaw(LAYOUTS[layout](vertices), LAYOUTS[layout](faces), teeth="none", unit="mm")
    wanted = intercusp.Jaw(vertices, faces, teeth="none", unit="mm")
    assert np.array_equal(made.vertices, wanted.vertices) and np.array_equal(made.faces, wanted.faces)


def test_floats_of_32_bits_are_taken_as_they_are(upper):
    vertices = upper.vertices.astype(np.float32)
    made = intercusp.Jaw(vertices, upper.faces, teeth="none")
    wanted = intercusp.Jaw(vertices.astype(np.float64), upper.faces, teeth="none")
    assert np.array_equal(made.vertices, wanted.vertices)


@pytest.mark.parametrize("layout", ["rows", "columns", "a part of something larger", "a subclass"])
@pytest.mark.parametrize("kinds", [(np.float64, np.int64), (np.float32, np.int32), (np.float64, np.uint32)])
def test_no_array_is_made_on_the_way_in(upper, layout, kinds):
    vertices, faces = (LAYOUTS[layout](array.astype(kind)) for array, kind in zip((upper.vertices, upper.faces), kinds))
    tracemalloc.start()  # NumPy tells it of its arrays; the one copy is not NumPy's
    intercusp.Jaw(vertices, faces, teeth="none")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < min(vertices.nbytes, faces.nbytes) / 4


def test_inputs_stay_as_they_are_and_may_change_later(upper):
    vertices, faces = upper.vertices.copy(), upper.faces.astype(np.int64)
    kept = vertices.copy()
    jaw = intercusp.Jaw(vertices, faces, teeth="none")
    assert np.array_equal(vertices, kept)
    before = jaw.vertices.copy()
    vertices[:] = 0
    faces[:] = 0
    assert np.array_equal(jaw.vertices, before)


def test_a_jaw_of_arrays_is_that_of_the_file(upper, lower, case):
    again = intercusp.Case(
        *(intercusp.Jaw(jaw.vertices, jaw.faces[: jaw.anatomy_faces], labels=jaw.labels, jaw=name)
          for jaw, name in ((upper, "upper"), (lower, "lower"))))
    made, wanted = (intercusp.contacts(of, pixel_mm=0.2, bite_poses=0).report() for of in (again, case))
    for field in ("min_clearance_mm", "min_surface_distance_mm", "areas", "contacts", "overlap_volume_mm3"):
        assert made[field] == wanted[field], field


def test_labels_of_arrays(upper):
    universal = np.where(upper.labels == 16, 3, np.where(upper.labels == 11, 8, 0))
    jaw = intercusp.Jaw(upper.vertices, upper.faces, labels=universal, jaw="upper", numbering="universal")
    assert set(jaw.labels.tolist()) == {0, 11, 16}


def test_bad_coordinates_are_dropped_and_told(upper):
    vertices, faces = upper.vertices.copy(), upper.faces.astype(np.int64)
    vertices[faces[0, 0]] = np.nan
    jaw = intercusp.Jaw(vertices, faces, teeth="none")
    below = np.eye(4)
    below[2, 3] = -60
    case = intercusp.Case(jaw, intercusp.Jaw(vertices, faces, teeth="none"), below)
    repairs = intercusp.contacts(case, pixel_mm=1, bite_poses=0, direction=(0, 0, 1)).report()["upper"]["repairs"]
    assert repairs["non_finite_vertices"] == 1 and repairs["faces_with_bad_indices"] == 0


class Mesh:
    """In trimesh's form."""

    def __init__(self, vertices, faces):
        self.vertices, self.faces = vertices, faces


class Points:
    """In PyVista's form: polygons in one row, each after the count of its corners."""

    def __init__(self, vertices, faces):
        self.points = vertices
        self.faces = np.hstack([np.full((len(faces), 1), 3), faces]).ravel()


@pytest.mark.parametrize("kind", [Mesh, Points])
def test_meshes_of_other_libraries_are_jaws(case, kind):
    lower = case.lower
    faces = lower.faces[: lower.anatomy_faces]
    wanted = intercusp.Jaw(lower.vertices, faces, jaw="lower", teeth="none")
    jaw = intercusp.Jaw(kind(lower.vertices, faces), jaw="lower", teeth="none")
    assert np.array_equal(jaw.vertices, wanted.vertices) and np.array_equal(jaw.faces, wanted.faces)
    assert intercusp.segment(kind(lower.vertices, faces)).report() == intercusp.segment(lower.vertices, faces).report()


def test_polygons_in_one_row_are_fans():
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float) * 20
    box = np.vstack([square, square + [0, 0, 20]])
    quads = [4, 3, 2, 1, 0, 4, 4, 5, 6, 7, 4, 0, 1, 5, 4, 4, 1, 2, 6, 5, 4, 2, 3, 7, 6, 4, 3, 0, 4, 7]
    assert len(intercusp.Jaw(box, np.array(quads), teeth="none").faces) == 12
    with pytest.raises(ValueError, match="count of corners"):
        intercusp.Jaw(box, np.array([4, 0, 1]), teeth="none")
    with pytest.raises(TypeError, match="vertices"):
        intercusp.Jaw(object())


def test_a_list_of_files_is_one_jaw(scans):
    one = intercusp.read_jaw(scans / "lower.ply", "lower")
    assert np.array_equal(intercusp.read_jaw([scans / "lower.ply"], "lower").vertices, one.vertices)
    both = intercusp.read_jaw([scans / "lower.ply", str(scans / "upper.ply")], "lower", teeth="none")
    assert both.anatomy_faces > one.anatomy_faces
    with pytest.raises(ValueError, match="commas"):
        intercusp.read_jaw([scans / "a,b.ply", scans / "lower.ply"])
    with pytest.raises(ValueError, match="at least one"):
        intercusp.read_jaw([])


def test_one_jaw_is_no_case(case, scans):
    for lower in (case.upper, intercusp.read_jaw(scans / "upper.ply", "lower")):
        with pytest.raises(ValueError, match="another jaw"):
            intercusp.Case(case.upper, lower)
