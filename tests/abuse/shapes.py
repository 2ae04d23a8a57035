"""Bodies as lists of triangles, ordinary and odd, and their STL files. Lengths are in millimetres."""
import math
import random
import struct

TRIANGLE = [((0, 0, 0), (10, 0, 0), (0, 10, 0))]


def write_stl(file, triangles):
    record = struct.Struct("<12fH").pack
    faces = b"".join(record(0, 0, 0, *a, *b, *c, 0) for a, b, c in triangles)
    file.write_bytes(bytes(80) + struct.pack("<I", len(triangles)) + faces)


def turned(triangles):
    return [(a, c, b) for a, b, c in triangles]


def scaled(triangles, factor):
    return [tuple(tuple(factor * x for x in p) for p in t) for t in triangles]


def grid(point, rows, columns):
    """The surface of point(row, column)."""
    triangles = []
    for i in range(rows):
        for j in range(columns):
            a, b, c, d = point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)
            triangles += [(a, b, c), (a, c, d)]
    return triangles


def box(centre, size):
    corner = [tuple(c + s * side / 2 for c, s, side in zip(centre, size, sides))
              for sides in ((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))]
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    return [(corner[a], corner[b], corner[c]) for q in quads for a, b, c in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]


def cube(height=6, size=10, x=0):
    return box((x, 0, height), (size, size, size))


def sphere(centre, radius, rows=12):
    def point(i, j):
        latitude, longitude = math.pi * i / rows, math.pi * (j % (2 * rows)) / rows
        across = 0 if i in (0, rows) else math.sin(latitude)
        unit = (across * math.cos(longitude), across * math.sin(longitude), math.cos(latitude))
        return tuple(c + radius * u for c, u in zip(centre, unit))

    return [t for t in grid(point, rows, 2 * rows) if len(set(t)) == 3]


def sheet(cells):
    return grid(lambda i, j: (i - cells / 2, j - cells / 2, 0), cells, cells)


def moebius(steps=200, half_width=4, radius=15, height=6):
    def point(i, side):
        turn, across = math.pi * i / steps, half_width * (2 * side - 1)
        r = radius + across * math.cos(turn)
        return (r * math.cos(2 * turn), r * math.sin(2 * turn), height + across * math.sin(turn))

    return grid(point, steps, 1)


def klein_bottle(steps=60, columns=40, radius=12, height=6):
    def point(i, j):
        turn, v = math.pi * i / steps, 2 * math.pi * (j % columns) / columns
        r = radius + 4 * (math.cos(turn) * math.sin(v) - math.sin(turn) * math.sin(2 * v))
        return (r * math.cos(2 * turn), r * math.sin(2 * turn), height + 4 * (math.sin(turn) * math.sin(v) + math.cos(turn) * math.sin(2 * v)))

    return grid(point, steps, columns)


def spokes(count, tip, first):
    """Triangles with one edge or corner in common: `first(angle)` and `tip` of each."""
    angles = [2 * math.pi * i / count for i in range(count + 1)]
    return [(tip, first(a), first(b)) for a, b in zip(angles, angles[1:])]


def boxes(centres, size):
    return [t for c in centres for t in box(c, size)]


def scattered(count, low, high):
    numbers = random.Random(count)
    return [tuple(map(numbers.uniform, low, high)) for _ in range(count)]


def soup(count=3000):
    corners = scattered(3 * count, (-10, -10, -10), (10, 10, 10))
    return list(zip(corners[::3], corners[1::3], corners[2::3]))


def far_corner():
    far = cube()[0][0]
    return [tuple(tuple(1e30 * x for x in p) if p == far else p for p in t) for t in cube()]


def rim(radius, height):
    return lambda angle: (radius * math.cos(angle), radius * math.sin(angle), height)


ODD = {
    "one_triangle": lambda: TRIANGLE,
    "two_triangles": lambda: TRIANGLE + [((10, 0, 0), (10, 10, 0), (0, 10, 0))],
    "tetrahedron": lambda: [(a, c, b) for a, b, c in spokes(3, (0, 0, 10), rim(8, 0))] + [tuple(rim(8, 0)(2 * math.pi * i / 3) for i in range(3))],
    "triangle_20000_times": lambda: TRIANGLE * 20_000,
    "triangle_1000000_times": lambda: TRIANGLE * 1_000_000,
    "cube_20000_times": lambda: cube() * 20_000,
    "coplanar_field": lambda: sheet(60),
    "sheet_of_two_sides": lambda: sheet(30) + turned(sheet(30)),
    "micrometre_plate": lambda: box((0, 0, 5), (30, 30, 1e-3)),
    "nanometre_plate": lambda: box((0, 0, 5), (30, 30, 1e-6)),
    "moebius": moebius,
    "klein_bottle": klein_bottle,
    "crossing_cubes": lambda: cube() + box((4, 4, 8), (10, 10, 10)),
    "nested_shells": lambda: [t for k in range(8) for t in (turned if k % 2 else list)(sphere((0, 0, 6), 10 - k))],
    "nested_solids": lambda: [t for k in range(8) for t in sphere((0, 0, 6), 10 - k)],
    "three_spheres": lambda: [t for x in (-15, 0, 15) for t in sphere((x, 0, 6), 5)],
    "sphere_within": lambda: sphere((0, 0, -4), 2),
    "sphere_around": lambda: sphere((0, 0, -4), 20),
    "inside_out": lambda: turned(sphere((0, 0, 6), 10)),
    "far": lambda: cube(x=1e6),
    "above_by_400_m": lambda: cube(height=4e5),
    "tiny": lambda: cube(height=6e-3, size=1e-2),
    "subnormal": lambda: scaled(cube(), 1e-40),
    "corner_at_1e30": far_corner,
    "in_metres": lambda: scaled(box((0, 0, 6), (60, 60, 10)), 1e-3),
    "needles": lambda: boxes(scattered(300, (-15, -15, 6), (15, 15, 6)), (1e-5, 1e-5, 10)),
    "dust": lambda: boxes(scattered(3000, (-15, -15, 1), (15, 15, 10)), (0.01, 0.01, 0.01)),
    "soup": soup,
    "fan": lambda: spokes(5000, (0, 0, 0), rim(10, 1)),
    "book": lambda: [((0, 0, 0), (0, 0, 10), rim(10, 5)(2 * math.pi * i / 2000)) for i in range(2000)],
    "checkerboard": lambda: boxes([(2 * i - 9, 2 * j - 9, 2 * k + 2) for i in range(10) for j in range(10) for k in range(3)
                                   if (i + j + k) % 2 == 0], (2, 2, 2)),
    "comb": lambda: boxes([(i, 0, 6) for i in range(-15, 15)], (0.4, 30, 10)),
    "comb_in_box": lambda: boxes([(i + 0.5, 0, 3) for i in range(-15, 15)], (0.4, 30, 10)),
    "long_thin": lambda: box((0, 0, 6), (400, 0.2, 10)),
    "touching_cube": cube,
}
