// Covers pixel centres with the faces of one cluster, exactly, in four steps:
//  1. place the vertices on the snapped grid;
//  2. drop the faces whose box holds no centre, and sort the rest by the size of their boxes;
//  3. small faces: set up and test sixteen at a time, one centre of each;
//  4. larger ones: one at a time, sixteen centres of a row or column.
// A centre exactly on an edge belongs to the face on whose top or left side the edge lies.
#include "occlusion/zlist/kernels/isa.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

//! Which faces to draw.
enum Facings : unsigned { entering = 1, leaving = 2, both_facings = 3 };

constexpr int buffer_size = 1024;
constexpr int small_lanes = 16;  // faces at a time
constexpr int large_lanes = 16;  // centres at a time; the compiler unrolls fewer before it thinks of SIMD

//! Boxes of small faces, in centres along the longer side: one, two, up to this.
constexpr int small_sizes = 6;
constexpr std::int32_t margin = small_sizes + 2;

struct alignas(64) PlacedVertices {
  std::int64_t place[cluster_vertices];  // snapped: x, and y << 32; fetched together
  float depth[cluster_vertices];
  //! The first centre at or after the vertex: column, and row << 16, both from `margin` before the band and
  //! no further than that beyond it. A face owns no centre on its right or bottom side, so it covers none
  //! outside [least, greatest) of these; and a box that was cut short here is still too long for a small
  //! face.
  std::int32_t cell[cluster_vertices];
};

inline std::int32_t x_of(std::int64_t place) { return static_cast<std::int32_t>(place); }
inline std::int32_t y_of(std::int64_t place) { return static_cast<std::int32_t>(place >> 32); }

inline std::int32_t corner_of(PackedFace face, int corner) {
  return static_cast<std::int32_t>(face >> (8 * corner) & 0xFFU);
}

//! Faces by size of box.
struct alignas(64) SortedFaces {
  static constexpr int large = small_sizes, none = small_sizes + 1;
  int count[small_sizes + 1] = {};
  PackedFace faces[small_sizes + 1][cluster_faces + small_lanes];
};

//! Covered centres on their way to where they are wanted.
struct Buffer {
  int count = 0;
  alignas(64) std::uint32_t pixel[buffer_size];
  alignas(64) float depth[buffer_size];
  alignas(64) std::uint32_t exit_face[buffer_size];

  //! Appends those of sixteen whose bit is set. \pre room for sixteen
  void append(std::uint32_t covered, const std::uint32_t* pixels, const float* depths,
              const std::uint32_t* exit_faces) {
    append_chosen(covered, pixels, pixel + count);
    append_chosen(covered, depths, depth + count);
    append_chosen(covered, exit_faces, exit_face + count);
    count += bits_set(covered);
  }
};

//! To a sink, some at a time.
class ToSink {
 public:
  explicit ToSink(const FragmentSink& sink) : sink_(sink) {}
  void operator()(const Buffer& buffer) const {
    sink_.take(sink_.owner, {buffer.pixel, buffer.depth, buffer.exit_face, buffer.count});
  }

 private:
  const FragmentSink& sink_;
};

//! Straight to the last layer of each pixel.
class ToLastLayers {
 public:
  explicit ToLastLayers(std::uint64_t* keys) : keys_(keys) {}
  void operator()(const Buffer& buffer) const {
    for (int i = 0; i < buffer.count; ++i) {
      const std::uint64_t key = depth_key(buffer.depth[i], buffer.exit_face[i] & ~exit_bit);
      std::uint64_t& kept = keys_[buffer.pixel[i]];
      kept = key > kept ? key : kept;
    }
  }

 private:
  std::uint64_t* keys_;
};

//! Takes covered centres and passes them on when there are many.
template <class Target>
class Output {
 public:
  explicit Output(const Target& target) : target_(target) {}
  ~Output() { flush(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  //! Of sixteen centres; `covered` has a bit for each that counts.
  void add(std::uint32_t covered, const std::uint32_t* pixels, const float* depths,
           const std::uint32_t* exit_faces) {
    if (buffer_.count > buffer_size - 16) flush();
    buffer_.append(covered, pixels, depths, exit_faces);
  }

 private:
  void flush() {
    if (buffer_.count > 0) target_(buffer_);
    buffer_.count = 0;
  }

  const Target& target_;
  Buffer buffer_;
};

//! To the nearest whole number; ties to even. Right for |value| < 2^51.
inline double round_to_whole(double value) {
  constexpr double magic = 6755399441055744.0;  // 1.5 · 2^52: doubles about it are whole numbers
  return (value + magic) - magic;
}

template <class T>
inline T least(T a, T b) {
  return a < b ? a : b;
}
template <class T>
inline T most(T a, T b) {
  return a > b ? a : b;
}
template <class T>
inline T clamp(T value, T low, T high) {
  return least(most(value, low), high);
}

//! First pixel whose centre is at or after a snapped coordinate.
inline std::int32_t first_centre(std::int32_t snapped, int shift) {
  const std::int32_t half = (1 << shift) / 2;
  return (snapped - half + (1 << shift) - 1) >> shift;
}

void place_vertices(const ClusterView& cluster, const BandView& band, PlacedVertices& placed) {
  for (int i = 0; i < cluster.vertex_count; ++i) {
    const double x = cluster.x[i];
    const double y = cluster.y[i];
    const double z = cluster.z[i];
    const auto u =
        static_cast<std::int32_t>(round_to_whole(band.x[0] * x + band.x[1] * y + band.x[2] * z + band.x[3]));
    const auto v =
        static_cast<std::int32_t>(round_to_whole(band.y[0] * x + band.y[1] * y + band.y[2] * z + band.y[3]));
    placed.place[i] = static_cast<std::int64_t>(v) << 32 | (static_cast<std::int64_t>(u) & 0xFFFF'FFFF);
    placed.depth[i] =
        static_cast<float>(band.depth[0] * x + band.depth[1] * y + band.depth[2] * z + band.depth[3]);
    const std::int32_t columns = band.width + 2 * margin, rows = band.end_row - band.first_row + 2 * margin;
    placed.cell[i] = clamp(first_centre(u, band.shift) + margin, 0, columns) |
                     clamp(first_centre(v, band.shift) - band.first_row + margin, 0, rows) << 16;
  }
}

//! Centres: columns of the map, rows of the band.
struct Box {
  std::int32_t column, row, end_column, end_row;
};
inline Box box_of(std::int32_t a, std::int32_t b, std::int32_t c) {
  const std::int32_t column_a = a & 0xFFFF, column_b = b & 0xFFFF, column_c = c & 0xFFFF;
  const std::int32_t row_a = a >> 16, row_b = b >> 16, row_c = c >> 16;
  return {least(least(column_a, column_b), column_c) - margin, least(least(row_a, row_b), row_c) - margin,
          most(most(column_a, column_b), column_c) - margin, most(most(row_a, row_b), row_c) - margin};
}
inline Box clipped(const Box& box, const BandView& band) {
  return {most(box.column, 0), most(box.row, 0), least(box.end_column, band.width),
          least(box.end_row, band.end_row - band.first_row)};
}

void sort_by_size(const ClusterView& cluster, const BandView& band, const PlacedVertices& placed,
                  SortedFaces& sorted) {
  // A box of n centres spans less than n + 1 pixels.
  const std::int32_t exact = small_extent >> band.shift;
  const std::int32_t largest_small = exact - 1 < small_sizes ? exact - 1 : small_sizes;
  for (int base = 0; base < cluster.face_count; base += padded_faces) {
    alignas(64) std::int32_t size[padded_faces];
    for (int lane = 0; lane < padded_faces; ++lane) {
      const PackedFace face = cluster.corners[base + lane];
      const std::int32_t a = corner_of(face, 0), b = corner_of(face, 1), c = corner_of(face, 2);
      const Box box = box_of(placed.cell[a], placed.cell[b], placed.cell[c]);
      const std::int32_t longer = most(box.end_column - box.column, box.end_row - box.row);
      const std::int32_t kind = longer > largest_small ? SortedFaces::large : longer - 1;
      const Box seen = clipped(box, band);
      const std::int32_t empty = (seen.column >= seen.end_column) | (seen.row >= seen.end_row);
      size[lane] = empty != 0 ? SortedFaces::none : kind;
    }
    for (int kind = 0; kind <= SortedFaces::large; ++kind) {
      sorted.count[kind] +=
          append_equal(cluster.corners + base, size, kind, sorted.faces[kind] + sorted.count[kind]);
    }
  }
}

//! Small faces made ready for testing centres. The corners run so that the inside of an edge is where its
//! function is positive.
struct alignas(64) SmallFaces {
  std::int32_t columns[small_lanes], rows[small_lanes];
  std::uint32_t first_pixel[small_lanes];
  //! An edge's function at the centre in hand, not negative where the face owns the centre, and how it
  //! changes from a column to the next and from a row to the next.
  std::int32_t edge[3][small_lanes], per_column[3][small_lanes], per_row[3][small_lanes];
  float depth[small_lanes];  // of the plane at the box's first centre
  float depth_per_column[small_lanes], depth_per_row[small_lanes], low[small_lanes], high[small_lanes];
  std::uint32_t exit_face[small_lanes];
};

//! y grows downwards: a left edge runs up, a top edge to the right; those own the centres on them, the others
//! are moved inwards by one.
template <class T>
inline T edge_bias(T dx, T dy) {
  return ((dy < 0) | ((dy == 0) & (dx > 0))) ? T{0} : T{1};
}

void set_up_small(const ClusterView& cluster, const PackedFace* __restrict faces, const BandView& band,
                  const PlacedVertices& __restrict placed, unsigned facings, SmallFaces& __restrict small) {
  const int shift = band.shift;
  const std::int32_t half = (1 << shift) / 2;
  const auto steps = static_cast<float>(1 << shift);
  const std::int32_t draw_leaving = (facings & leaving) != 0 ? 1 : 0;
  const std::int32_t draw_entering = (facings & entering) != 0 ? 1 : 0;
  for (int lane = 0; lane < small_lanes; ++lane) {
    const std::int32_t a = corner_of(faces[lane], 0);
    const std::int32_t b = corner_of(faces[lane], 1);
    const std::int32_t c = corner_of(faces[lane], 2);
    const std::int64_t pa = placed.place[a], pb = placed.place[b], pc = placed.place[c];
    const std::int32_t xa = x_of(pa), ya = y_of(pa);
    const std::int32_t bx = x_of(pb) - xa, by = y_of(pb) - ya;
    const std::int32_t cx = x_of(pc) - xa, cy = y_of(pc) - ya;
    const float da = placed.depth[a], db = placed.depth[b], dc = placed.depth[c];

    // Twice the area: positive where the outward normal has a positive depth component, there the line
    // leaves.
    const std::int32_t area = bx * cy - by * cx;
    const bool leaves = area > 0;
    const std::int32_t drawn = (static_cast<std::int32_t>(leaves) & draw_leaving) |
                               (static_cast<std::int32_t>(area < 0) & draw_entering);
    const Box box = clipped(box_of(placed.cell[a], placed.cell[b], placed.cell[c]), band);
    small.columns[lane] = drawn != 0 ? box.end_column - box.column : 0;
    small.rows[lane] = box.end_row - box.row;
    small.first_pixel[lane] = static_cast<std::uint32_t>(box.row * band.width + box.column);
    small.exit_face[lane] = cluster.faces[faces[lane] >> 24] | (leaves ? exit_bit : 0U);

    const std::int32_t sx = leaves ? bx : cx, sy = leaves ? by : cy;
    const std::int32_t tx = leaves ? cx : bx, ty = leaves ? cy : by;
    const std::int32_t ux = tx - sx, uy = ty - sy;
    // The first centre, from corner a.
    const std::int32_t x = (box.column << shift) + half - xa;
    const std::int32_t y = ((box.row + band.first_row) << shift) + half - ya;
    small.edge[0][lane] = sx * y - sy * x - edge_bias(sx, sy);
    small.edge[1][lane] = ux * (y - sy) - uy * (x - sx) - edge_bias(ux, uy);
    small.edge[2][lane] = ty * x - tx * y - edge_bias(-tx, -ty);
    small.per_column[0][lane] = -(sy << shift);
    small.per_column[1][lane] = -(uy << shift);
    small.per_column[2][lane] = ty << shift;
    small.per_row[0][lane] = sx << shift;
    small.per_row[1][lane] = ux << shift;
    small.per_row[2][lane] = -(tx << shift);

    // Snapped corners on purpose: the plane is then that of the face which is drawn, and layers meet in their
    // common edges.
    const float bd = db - da, cd = dc - da;
    const float per_area = 1 / static_cast<float>(area);
    const float per_x = (bd * static_cast<float>(cy) - cd * static_cast<float>(by)) * per_area;
    const float per_y = (cd * static_cast<float>(bx) - bd * static_cast<float>(cx)) * per_area;
    small.depth[lane] = da + (per_x * static_cast<float>(x) + per_y * static_cast<float>(y));
    small.depth_per_column[lane] = per_x * steps;
    small.depth_per_row[lane] = per_y * steps;
    small.low[lane] = least(least(da, db), dc);
    small.high[lane] = most(most(da, db), dc);
  }
}

//! What a step comes to: a bit for each face that covers its centre; pixels and depths of all.
struct alignas(64) SmallCentres {
  std::uint32_t covered;
  std::uint32_t pixel[small_lanes];
  float depth[small_lanes];
};

//! Tests one centre of each face, `right` columns and `down` rows from its box's first, where the edges'
//! functions must stand, and moves those on by a column.
void test_small(SmallFaces& __restrict small, int right, int down, int width,
                SmallCentres& __restrict centres) {
  const auto columns = static_cast<float>(right);
  const auto rows = static_cast<float>(down);
  const auto offset = static_cast<std::uint32_t>(down * width + right);
  std::uint32_t covered = 0;
  for (int lane = 0; lane < small_lanes; ++lane) {
    const std::int32_t edges = small.edge[0][lane] | small.edge[1][lane] | small.edge[2][lane];
    const bool inside = (edges >= 0) & (right < small.columns[lane]) & (down < small.rows[lane]);
    covered |= inside ? 1U << lane : 0U;
    small.edge[0][lane] += small.per_column[0][lane];
    small.edge[1][lane] += small.per_column[1][lane];
    small.edge[2][lane] += small.per_column[2][lane];
    centres.pixel[lane] = small.first_pixel[lane] + offset;
    // Within the face's own range: beside a face seen almost edge-on its plane runs off, the face does not.
    const float plane =
        small.depth[lane] + (small.depth_per_column[lane] * columns + small.depth_per_row[lane] * rows);
    centres.depth[lane] = clamp(plane, small.low[lane], small.high[lane]);
  }
  centres.covered = covered;
}

//! From the end of a row of `columns` centres to the start of the next.
void next_row(SmallFaces& small, int columns) {
  for (int lane = 0; lane < small_lanes; ++lane) {
    small.edge[0][lane] += small.per_row[0][lane] - columns * small.per_column[0][lane];
    small.edge[1][lane] += small.per_row[1][lane] - columns * small.per_column[1][lane];
    small.edge[2][lane] += small.per_row[2][lane] - columns * small.per_column[2][lane];
  }
}

template <class Output>
void draw_small(const ClusterView& cluster, const PackedFace* faces, int size, const BandView& band,
                const PlacedVertices& placed, unsigned facings, Output& output) {
  SmallFaces small;
  SmallCentres centres;
  set_up_small(cluster, faces, band, placed, facings, small);
  for (int down = 0; down < size; ++down) {
    for (int right = 0; right < size; ++right) {
      test_small(small, right, down, band.width, centres);
      output.add(centres.covered, centres.pixel, centres.depth, small.exit_face);
    }
    if (down + 1 < size) next_row(small, size);
  }
}

//! As SmallFaces, but one, and in double precision, which holds all products of snapped coordinates.
struct LargeFace {
  Box box;
  double edge[3], per_column[3], per_row[3];  // inside where positive
  double depth, depth_per_column, depth_per_row, low, high;
  std::uint32_t exit_face;
  bool drawn;
};

LargeFace set_up_large(const ClusterView& cluster, PackedFace packed, const BandView& band,
                       const PlacedVertices& placed, unsigned facings) {
  const std::int32_t a = corner_of(packed, 0), b = corner_of(packed, 1), c = corner_of(packed, 2);
  const std::int64_t pa = placed.place[a], pb = placed.place[b], pc = placed.place[c];
  const double xa = x_of(pa), ya = y_of(pa), da = placed.depth[a];
  const double bx = x_of(pb) - xa, by = y_of(pb) - ya, bd = placed.depth[b] - da;
  const double cx = x_of(pc) - xa, cy = y_of(pc) - ya, cd = placed.depth[c] - da;
  const double area = bx * cy - by * cx;
  const bool leaves = area > 0;
  const double sx = leaves ? bx : cx, sy = leaves ? by : cy;
  const double tx = leaves ? cx : bx, ty = leaves ? cy : by;

  LargeFace face;
  face.drawn = (leaves && (facings & leaving) != 0) || (area < 0 && (facings & entering) != 0);
  face.exit_face = cluster.faces[packed >> 24] | (leaves ? exit_bit : 0U);
  face.box = clipped(box_of(placed.cell[a], placed.cell[b], placed.cell[c]), band);
  const double steps = 1 << band.shift;
  const double x = (face.box.column + 0.5) * steps - xa;
  const double y = (face.box.row + band.first_row + 0.5) * steps - ya;
  const double from_x[3] = {0, sx, 0}, from_y[3] = {0, sy, 0};
  const double dx[3] = {sx, tx - sx, -tx}, dy[3] = {sy, ty - sy, -ty};
  for (int edge = 0; edge < 3; ++edge) {
    // Whole numbers: half of one apart from zero, they are on its sure side.
    face.edge[edge] =
        dx[edge] * (y - from_y[edge]) - dy[edge] * (x - from_x[edge]) - edge_bias(dx[edge], dy[edge]) + 0.5;
    face.per_column[edge] = -dy[edge] * steps;
    face.per_row[edge] = dx[edge] * steps;
  }
  const double per_x = (bd * cy - cd * by) / area, per_y = (cd * bx - bd * cx) / area;
  face.depth = da + (per_x * x + per_y * y);
  face.depth_per_column = per_x * steps;
  face.depth_per_row = per_y * steps;
  face.low = da + least(least(bd, cd), 0.0);
  face.high = da + most(most(bd, cd), 0.0);
  return face;
}

//! A row or a column of a large face's box: what changes along it, a centre at a time.
struct Line {
  double edge[3], per_centre[3];
  double depth, depth_per_centre, low, high;
  std::int32_t length, first_pixel, pixels_per_centre;
};

Line line_of(const LargeFace& face, int index, bool is_column, int width) {
  const double* along = is_column ? face.per_row : face.per_column;
  const double* across = is_column ? face.per_column : face.per_row;
  Line line;
  for (int edge = 0; edge < 3; ++edge) {
    line.edge[edge] = face.edge[edge] + index * across[edge];
    line.per_centre[edge] = along[edge];
  }
  line.depth = face.depth + index * (is_column ? face.depth_per_column : face.depth_per_row);
  line.depth_per_centre = is_column ? face.depth_per_row : face.depth_per_column;
  line.low = face.low;
  line.high = face.high;
  line.length = is_column ? face.box.end_row - face.box.row : face.box.end_column - face.box.column;
  line.first_pixel = face.box.row * width + face.box.column + index * (is_column ? 1 : width);
  line.pixels_per_centre = is_column ? width : 1;
  return line;
}

//! Where the edges of a face cross its lines, in centres from the first: a linear function of the line, and
//! whether covered centres lie after it, before it, or on either side of an edge along the lines.
struct Crossings {
  double first[3], per_line[3], slope[3];
};
Crossings crossings_of(const LargeFace& face, bool by_columns) {
  const double* along = by_columns ? face.per_row : face.per_column;
  const double* across = by_columns ? face.per_column : face.per_row;
  Crossings crossings;
  for (int edge = 0; edge < 3; ++edge) {
    crossings.first[edge] = -face.edge[edge] / along[edge];
    crossings.per_line[edge] = -across[edge] / along[edge];
    crossings.slope[edge] = along[edge];
  }
  return crossings;
}

//! Centres of a line outside which none is covered, give or take what the divisions round off.
struct Span {
  std::int32_t begin, end;
};
Span span_of(const Crossings& crossings, int index, std::int32_t length) {
  double begin = 0, end = length;
  for (int edge = 0; edge < 3; ++edge) {
    const double crossing = crossings.first[edge] + index * crossings.per_line[edge];
    if (crossings.slope[edge] > 0) begin = most(begin, crossing - 1);
    if (crossings.slope[edge] < 0) end = least(end, crossing + 2);
  }
  return {static_cast<std::int32_t>(least(begin, static_cast<double>(length))),
          static_cast<std::int32_t>(most(end, 0.0))};
}

//! Tables rather than sums and shifts of the lane's number: of the width of a double, they become SIMD.
constexpr double lane_number[large_lanes] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::uint64_t lane_bit[large_lanes] = {1,   2,   4,    8,    16,   32,   64,    128,
                                                 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};

//! Tests some centres of a line; \return a bit for each that is covered. The line is passed by value, or the
//! compiler would think that the depths may lie in it.
std::uint32_t test_large(const Line line, int first, float* __restrict depth) {
  std::uint64_t covered = 0;
  for (int lane = 0; lane < large_lanes; ++lane) {
    const double at = first + lane_number[lane];
    const bool inside = (line.edge[0] + line.per_centre[0] * at > 0) &
                        (line.edge[1] + line.per_centre[1] * at > 0) &
                        (line.edge[2] + line.per_centre[2] * at > 0) & (at < line.length);
    covered |= inside ? lane_bit[lane] : 0;
    depth[lane] = static_cast<float>(clamp(line.depth + line.depth_per_centre * at, line.low, line.high));
  }
  return static_cast<std::uint32_t>(covered);
}

//! Along the longer side of the box: walls are tall and narrow, or wide and flat.
template <class Output>
void draw_large(const LargeFace& face, const BandView& band, Output& output) {
  const int columns = face.box.end_column - face.box.column;
  const int rows = face.box.end_row - face.box.row;
  const bool by_columns = rows > columns;
  alignas(64) std::uint32_t exit_faces[large_lanes];
  for (std::uint32_t& exit_face : exit_faces) exit_face = face.exit_face;
  const std::int32_t length = by_columns ? rows : columns;
  const Crossings crossings = crossings_of(face, by_columns);
  for (int index = 0; index < (by_columns ? columns : rows); ++index) {
    const Span span = length > large_lanes ? span_of(crossings, index, length) : Span{0, length};
    if (span.begin >= span.end) continue;
    const Line line = line_of(face, index, by_columns, band.width);
    for (int first = span.begin; first < span.end; first += large_lanes) {
      alignas(64) float depths[large_lanes];
      alignas(64) std::uint32_t pixels[large_lanes];
      const std::uint32_t covered = test_large(line, first, depths);
      for (int lane = 0; lane < large_lanes; ++lane) {
        pixels[lane] = static_cast<std::uint32_t>(line.first_pixel + (first + lane) * line.pixels_per_centre);
      }
      output.add(covered, pixels, depths, exit_faces);
    }
  }
}

template <class Output>
void draw(const ClusterView& cluster, const BandView& band, unsigned facings, Output& output) {
  PlacedVertices placed;
  SortedFaces sorted;
  place_vertices(cluster, band, placed);
  sort_by_size(cluster, band, placed, sorted);
  for (int size = 0; size < small_sizes; ++size) {
    PackedFace* faces = sorted.faces[size];
    const int count = sorted.count[size];
    for (int i = 0; i < small_lanes; ++i) faces[count + i] = 0;  // three times vertex 0: drawn nowhere
    for (int first = 0; first < count; first += small_lanes) {
      draw_small(cluster, faces + first, size + 1, band, placed, facings, output);
    }
  }
  for (int i = 0; i < sorted.count[SortedFaces::large]; ++i) {
    const LargeFace face = set_up_large(cluster, sorted.faces[SortedFaces::large][i], band, placed, facings);
    if (face.drawn) draw_large(face, band, output);
  }
}

}  // namespace

void draw_faces(const ClusterView& cluster, const BandView& band, const FragmentSink& sink) {
  const ToSink target(sink);
  Output<ToSink> output(target);
  draw(cluster, band, both_facings, output);
}

void keep_last(const ClusterView& cluster, const BandView& band, Facing facing, std::uint64_t* keys) {
  const ToLastLayers target(keys);
  Output<ToLastLayers> output(target);
  draw(cluster, band, facing == Facing::leaving ? leaving : entering, output);
}

}  // namespace intercusp::zlist::INTERCUSP_ISA
