// Covers pixel centres with the faces of one cluster, exactly, in four steps:
//  1. Place the vertices on the snapped grid (placed_faces.h).
//  2. Drop the faces whose box contains no centre (cells.h) or that face the other way, and sort the others by the
//     size of their boxes.
//  3. Set up several small faces at a time and test one centre of each.
//  4. Set up sixteen larger faces at a time, then test sixteen centres of a row or column.
// A centre exactly on an edge belongs to the face for which the edge is a top or left side.
#include "occlusion/engines/zlist/kernels/isa.h"
#include "occlusion/engines/zlist/kernels/placed_faces.h"

namespace intercusp::zlist::INTERCUSP_ISA {
namespace {

// Buffers covered centres and passes them on in batches.

constexpr int buffer_size = 1024;

//! A buffer of covered centres.
struct Buffer {
  int count = 0;
  alignas(64) std::uint32_t pixel[buffer_size];
  alignas(64) float depth[buffer_size];
  alignas(64) std::uint32_t exit_face[buffer_size];

  //! Appends those of `lanes` centres whose bit is set.
  //! \pre there is room for `lanes` more
  void append(std::uint32_t covered, const Ints& pixels, const Floats& depths, const Ints& exit_faces) {
    // In a register: otherwise the compiler assumes that the writes may change `count`.
    const int first = count;
    write_chosen(covered, pixels, pixel + first);
    write_chosen(covered, reinterpret_cast<Ints>(depths), depth + first);
    write_chosen(covered, exit_faces, exit_face + first);
    count = first + bits_set(covered);
  }

  //! As above, for sixteen centres.
  void append(std::uint32_t covered, const std::uint32_t* pixels, const float* depths,
              const std::uint32_t* exit_faces) {
    for (int first = 0; first < 16; first += lanes) {
      append(covered >> first & lane_bits, load(pixels + first),
             reinterpret_cast<Floats>(load(depths + first)), load(exit_faces + first));
    }
  }
};

//! Passes fragments to a sink in batches.
class ToSink {
 public:
  explicit ToSink(const FragmentSink& sink) : sink_(sink) {}
  void operator()(const Buffer& buffer) const {
    sink_.take(sink_.owner, {buffer.pixel, buffer.depth, buffer.exit_face, buffer.count});
  }

 private:
  const FragmentSink& sink_;
};

//! Raises the last layer of each pixel directly.
class ToLastLayers {
 public:
  explicit ToLastLayers(std::uint64_t* keys) : keys_(keys) {}
  void operator()(const Buffer& buffer) const {
    alignas(64) std::uint64_t keys[buffer_size];
    for (int i = 0; i < buffer.count; ++i) {
      keys[i] = depth_key(buffer.depth[i], buffer.exit_face[i] & ~exit_bit);
    }
    for (int i = 0; i < buffer.count; ++i) {
      std::uint64_t& kept = keys_[buffer.pixel[i]];
      kept = keys[i] > kept ? keys[i] : kept;
    }
  }

 private:
  std::uint64_t* keys_;
};

//! Collects covered centres and passes them on when there are many.
template <class Target>
class Output {
 public:
  explicit Output(const Target& target) : target_(target) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  //! Adds sixteen centres, or `lanes` of them. `covered` has a bit for each one that counts.
  template <class Pixels, class Depths, class Faces>
  void add(std::uint32_t covered, const Pixels& pixels, const Depths& depths, const Faces& exit_faces) {
    if (buffer_.count > buffer_size - 16) flush();
    buffer_.append(covered, pixels, depths, exit_faces);
  }

  //! Must be called at the end. There is no destructor for this, because targets throw if memory runs out.
  void flush() {
    if (buffer_.count > 0) target_(buffer_);
    buffer_.count = 0;
  }

 private:
  const Target& target_;
  Buffer buffer_;
};

// Rasterises `lanes` small faces at a time, one centre of each. The edge functions stay in registers.

//! Small faces, prepared for tests of centres. Corners are ordered so that edge functions are
//! positive inside.
struct SmallFaces {
  Ints columns, rows;  //!< first column and row of the box inside the window
  Ints first_pixel;
  //! Edge functions at the box's first centre, and their change from column to column and from row to row. A
  //! face owns a centre where all are at least 0.
  Ints edge[3], per_column[3], per_row[3];
  Floats depth;  //!< depth of the face's plane at the box's first centre
  Floats depth_per_column, depth_per_row, low, high;
  Ints exit_face;
};

//! The numbers of `lanes` faces.
inline Ints numbers_of(const ClusterView& cluster, const PackedFace* faces) {
  Ints numbers;
  for (int lane = 0; lane < lanes; ++lane)
    numbers[lane] = static_cast<std::int32_t>(cluster.faces[place_of(faces[lane])]);
  return numbers;
}

//! `value` minus edge_bias.
inline Ints less_bias(const Ints& value, const Ints& dx, const Ints& dy) {
  return value - 1 - ((dy < 0) | ((dy == 0) & (dx > 0)));  // true is -1
}

inline SmallFaces set_up_small(const ClusterView& cluster, const PackedFace* faces, const BandView& band,
                               const PlacedVertices& placed) {
  const int shift = band.shift;
  const Corners a = fetch_corners(faces, 0, placed), b = fetch_corners(faces, 1, placed),
                c = fetch_corners(faces, 2, placed);
  const Ints bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
  const Ints area = bx * cy - by * cx;
  const Ints leaves = area > 0;

  SmallFaces small;
  const Ints none = {};
  const Ints column = greater(first_centre(lesser(lesser(a.x, b.x), c.x), shift), none);
  const Ints row = greater(first_centre(lesser(lesser(a.y, b.y), c.y), shift) - band.first_row, none);
  small.columns = lesser(first_centre(greater(greater(a.x, b.x), c.x), shift), none + band.width) - column;
  small.rows = lesser(first_centre(greater(greater(a.y, b.y), c.y), shift), none + band.end_row) -
               band.first_row - row;
  small.first_pixel = row * band.width + column;
  small.exit_face = numbers_of(cluster, faces) | (leaves & static_cast<std::int32_t>(exit_bit));

  const Ints sx = leaves ? bx : cx, sy = leaves ? by : cy;
  const Ints tx = leaves ? cx : bx, ty = leaves ? cy : by;
  const Ints ux = tx - sx, uy = ty - sy;
  // Position of the first centre relative to corner a.
  const std::int32_t half = (1 << shift) / 2;
  const Ints x = (column << shift) + half - a.x;
  const Ints y = ((row + band.first_row) << shift) + half - a.y;
  small.edge[0] = less_bias(sx * y - sy * x, sx, sy);
  small.edge[1] = less_bias(ux * (y - sy) - uy * (x - sx), ux, uy);
  small.edge[2] = less_bias(ty * x - tx * y, -tx, -ty);
  small.per_column[0] = -sy << shift;
  small.per_column[1] = -uy << shift;
  small.per_column[2] = ty << shift;
  small.per_row[0] = sx << shift;
  small.per_row[1] = ux << shift;
  small.per_row[2] = -tx << shift;

  // Snapped corners are used on purpose: the plane is that of the drawn face, and layers meet in
  // their common edges.
  const auto steps = static_cast<float>(1 << shift);
  const Floats bd = b.depth - a.depth, cd = c.depth - a.depth;
  const Floats per_area = 1.0F / to_floats(area);
  const Floats per_x = (bd * to_floats(cy) - cd * to_floats(by)) * per_area;
  const Floats per_y = (cd * to_floats(bx) - bd * to_floats(cx)) * per_area;
  small.depth = a.depth + (per_x * to_floats(x) + per_y * to_floats(y));
  small.depth_per_column = per_x * steps;
  small.depth_per_row = per_y * steps;
  small.low = lesser(lesser(a.depth, b.depth), c.depth);
  small.high = greater(greater(a.depth, b.depth), c.depth);
  return small;
}

//! \param size greatest size of the boxes
template <class Output>
void draw_small(const ClusterView& cluster, const PackedFace* faces, int size, const BandView& band,
                const PlacedVertices& placed, Output& output) {
  const SmallFaces small = set_up_small(cluster, faces, band, placed);
  std::uint32_t in_column[small_sizes];  // marks the faces whose boxes reach this column
  for (int right = 0; right < size; ++right) in_column[right] = top_bits(right - small.columns);
  Ints row_edge[3] = {small.edge[0], small.edge[1], small.edge[2]};
  Ints row_pixel = small.first_pixel;
  for (int down = 0; down < size; ++down) {
    const std::uint32_t in_row = top_bits(down - small.rows);
    const Floats row_depth = small.depth_per_row * static_cast<float>(down);
    Ints edge[3] = {row_edge[0], row_edge[1], row_edge[2]};
    for (int right = 0; right < size; ++right) {
      const std::uint32_t outside = top_bits(edge[0] | edge[1] | edge[2]);
      // Clamped to the range of the face's own corners, because the plane of a face seen almost edge-on
      // leaves this range nearby.
      const Floats plane = small.depth + (small.depth_per_column * static_cast<float>(right) + row_depth);
      output.add(~outside & in_row & in_column[right], row_pixel + right,
                 lesser(greater(plane, small.low), small.high), small.exit_face);
      for (int i = 0; i < 3; ++i) edge[i] += small.per_column[i];
    }
    for (int i = 0; i < 3; ++i) row_edge[i] += small.per_row[i];
    row_pixel += band.width;
  }
}

// Rasterises large faces: prepares them in batches, then draws them one by one, sixteen centres of a row or
// column at a time.

// With fewer lanes the compiler unrolls these loops instead of using SIMD.
constexpr int large_lanes = 16;   // faces prepared at a time
constexpr int centre_lanes = 16;  // centres tested at a time

//! Large faces, prepared for tests of centres. They are like SmallFaces but in double precision, which holds
//! all products of snapped coordinates exactly. Centres are tested along lines: rows of the box, or columns
//! if it is taller than wide, as for walls.
struct alignas(64) LargeFaces {
  std::int32_t lines[large_lanes];   // 0 if the face is not drawn
  std::int32_t length[large_lanes];  // number of centres in a line
  std::int32_t first_pixel[large_lanes], pixels_along[large_lanes], pixels_across[large_lanes];
  //! Edge functions, positive inside, and their change from centre to centre and from line to line.
  double edge[3][large_lanes], along[3][large_lanes], across[3][large_lanes];
  double depth[large_lanes], depth_along[large_lanes], depth_across[large_lanes];
  double low[large_lanes], high[large_lanes];
  std::uint32_t exit_face[large_lanes];
};

//! One corner of each of `large_lanes` faces.
struct alignas(64) LargeCorners {
  std::int32_t x[large_lanes], y[large_lanes];
  float depth[large_lanes];
  LargeCorners(const PackedFace* faces, int corner, const PlacedVertices& placed) {
    for (int first = 0; first < large_lanes; first += lanes) {
      const Corners some = fetch_corners(faces + first, corner, placed);
      __builtin_memcpy(x + first, &some.x, sizeof some.x);
      __builtin_memcpy(y + first, &some.y, sizeof some.y);
      __builtin_memcpy(depth + first, &some.depth, sizeof some.depth);
    }
  }
  [[nodiscard]] SnappedPlace place(int lane) const { return {x[lane], y[lane]}; }
};

void set_up_large(const ClusterView& cluster, const PackedFace* __restrict packed, const BandView& band,
                  const PlacedVertices& placed, unsigned facings, LargeFaces& __restrict faces) {
  const LargeCorners a(packed, 0, placed), b(packed, 1, placed), c(packed, 2, placed);
  const double steps = 1 << band.shift;
  const std::int32_t draw_leaving = (facings & leaving) != 0 ? 1 : 0;
  const std::int32_t draw_entering = (facings & entering) != 0 ? 1 : 0;
  for (int lane = 0; lane < large_lanes; ++lane) {
    const double xa = a.x[lane], ya = a.y[lane], da = a.depth[lane];
    const double bx = b.x[lane] - xa, by = b.y[lane] - ya, bd = b.depth[lane] - da;
    const double cx = c.x[lane] - xa, cy = c.y[lane] - ya, cd = c.depth[lane] - da;
    const double area = bx * cy - by * cx;
    const bool leaves = area > 0;
    const double sx = leaves ? bx : cx, sy = leaves ? by : cy;
    const double tx = leaves ? cx : bx, ty = leaves ? cy : by;

    const Box box = clipped(box_of(a.place(lane), b.place(lane), c.place(lane), band), band);
    const std::int32_t columns = box.end_column - box.column, rows = box.end_row - box.row;
    const bool by_columns = rows > columns;
    const std::int32_t drawn = (static_cast<std::int32_t>(area > 0) & draw_leaving) |
                               (static_cast<std::int32_t>(area < 0) & draw_entering);
    const std::int32_t shorter = least(rows, columns);
    faces.lines[lane] = drawn != 0 ? shorter : 0;
    faces.length[lane] = most(rows, columns);
    faces.first_pixel[lane] = box.row * band.width + box.column;
    faces.pixels_along[lane] = by_columns ? band.width : 1;
    faces.pixels_across[lane] = by_columns ? 1 : band.width;
    faces.exit_face[lane] = cluster.faces[place_of(packed[lane])] | (leaves ? exit_bit : 0U);

    // Position of the first centre relative to corner a.
    const double x = (box.column + 0.5) * steps - xa;
    const double y = (box.row + band.first_row + 0.5) * steps - ya;
    const double ux = tx - sx, uy = ty - sy;
    // These are integers; shifted by one half, their sign is certain.
    faces.edge[0][lane] = sx * y - sy * x - edge_bias(sx, sy) + 0.5;
    faces.edge[1][lane] = ux * (y - sy) - uy * (x - sx) - edge_bias(ux, uy) + 0.5;
    faces.edge[2][lane] = ty * x - tx * y - edge_bias(-tx, -ty) + 0.5;
    faces.along[0][lane] = (by_columns ? sx : -sy) * steps;
    faces.along[1][lane] = (by_columns ? ux : -uy) * steps;
    faces.along[2][lane] = (by_columns ? -tx : ty) * steps;
    faces.across[0][lane] = (by_columns ? -sy : sx) * steps;
    faces.across[1][lane] = (by_columns ? -uy : ux) * steps;
    faces.across[2][lane] = (by_columns ? ty : -tx) * steps;
    const double per_x = (bd * cy - cd * by) / area, per_y = (cd * bx - bd * cx) / area;
    faces.depth[lane] = da + (per_x * x + per_y * y);
    faces.depth_along[lane] = (by_columns ? per_y : per_x) * steps;
    faces.depth_across[lane] = (by_columns ? per_x : per_y) * steps;
    faces.low[lane] = da + least(least(bd, cd), 0.0);
    faces.high[lane] = da + most(most(bd, cd), 0.0);
  }
}

//! A line of a large face's box, with the values that change from centre to centre.
struct Line {
  double edge[3], along[3];
  double depth, depth_along, low, high;
  std::int32_t length;
};

inline Line line_of(const LargeFaces& faces, int lane, int index) {
  Line line;
  for (int edge = 0; edge < 3; ++edge) {
    line.edge[edge] = faces.edge[edge][lane] + index * faces.across[edge][lane];
    line.along[edge] = faces.along[edge][lane];
  }
  line.depth = faces.depth[lane] + index * faces.depth_across[lane];
  line.depth_along = faces.depth_along[lane];
  line.low = faces.low[lane];
  line.high = faces.high[lane];
  line.length = faces.length[lane];
  return line;
}

//! The range of centres of a line that may be covered, with a margin for the rounding of the divisions.
//! Covered centres lie after the crossing with one kind of edge and before that with the other; an edge
//! parallel to the line sets no limit.
struct Span {
  std::int32_t begin, end;
};
inline Span span_of(const Line& line) {
  double begin = 0, end = line.length;
  for (int edge = 0; edge < 3; ++edge) {
    const double crossing = -line.edge[edge] / line.along[edge];
    if (line.along[edge] > 0) begin = most(begin, crossing - 1);
    if (line.along[edge] < 0) end = least(end, crossing + 2);
  }
  return {static_cast<std::int32_t>(least(begin, static_cast<double>(line.length))),
          static_cast<std::int32_t>(most(end, 0.0))};
}

//! Tables replace arithmetic with the lane's number. They are as wide as a double and so become SIMD.
constexpr double lane_number[centre_lanes] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
constexpr std::uint64_t lane_bit[centre_lanes] = {1,   2,   4,    8,    16,   32,   64,    128,
                                                  256, 512, 1024, 2048, 4096, 8192, 16384, 32768};

//! Tests some centres of a line.
//! \return one bit for each covered centre
inline std::uint32_t test_large(const Line& __restrict line, int first, float* __restrict depth) {
  std::uint64_t covered = 0;
  for (int lane = 0; lane < centre_lanes; ++lane) {
    const double at = first + lane_number[lane];
    const bool inside = (line.edge[0] + line.along[0] * at > 0) & (line.edge[1] + line.along[1] * at > 0) &
                        (line.edge[2] + line.along[2] * at > 0) & (at < line.length);
    covered |= inside ? lane_bit[lane] : 0;
    depth[lane] = static_cast<float>(clamp(line.depth + line.depth_along * at, line.low, line.high));
  }
  return static_cast<std::uint32_t>(covered);
}

template <class Output>
void draw_large(const LargeFaces& faces, int lane, Output& output) {
  alignas(64) std::uint32_t exit_faces[centre_lanes];
  for (std::uint32_t& exit_face : exit_faces) exit_face = faces.exit_face[lane];
  const std::int32_t pixels_along = faces.pixels_along[lane];
  for (int index = 0; index < faces.lines[lane]; ++index) {
    const Line line = line_of(faces, lane, index);
    const Span span = line.length > centre_lanes ? span_of(line) : Span{0, line.length};
    const std::int32_t first_pixel = faces.first_pixel[lane] + index * faces.pixels_across[lane];
    for (int first = span.begin; first < span.end; first += centre_lanes) {
      alignas(64) float depths[centre_lanes];
      alignas(64) std::uint32_t pixels[centre_lanes];
      const std::uint32_t covered = test_large(line, first, depths);
      for (int at = 0; at < centre_lanes; ++at) {
        pixels[at] = static_cast<std::uint32_t>(first_pixel + (first + at) * pixels_along);
      }
      output.add(covered, pixels, depths, exit_faces);
    }
  }
}

template <class Output>
void draw(const ClusterView& cluster, const BandView& band, unsigned facings, bool all, Output& output) {
  // Needed last, and not in this order.
  for (int face = 0; face < cluster.face_count; face += 16) __builtin_prefetch(cluster.faces + face);
  PlacedVertices placed;
  SortedFaces sorted;
  place_vertices(cluster, band, placed);
  sort_by_size(cluster, band, placed, sorted);
  if (!all) drop_facing_away(placed, static_cast<Facings>(facings), sorted);
  fill_lanes(sorted);
  for (int size = 0; size < small_sizes; ++size) {
    PackedFace* faces = sorted.faces[size];
    const int count = sorted.count[size];
    for (int i = 0; i < lanes; ++i) faces[count + i] = 0;  // three times vertex 0, which is drawn nowhere
    for (int first = 0; first < count; first += lanes) {
      draw_small(cluster, faces + first, size + 1, band, placed, output);
    }
  }
  LargeFaces large;
  PackedFace* faces = sorted.faces[SortedFaces::large];
  const int count = sorted.count[SortedFaces::large];
  for (int i = 0; i < large_lanes; ++i) faces[count + i] = 0;
  for (int first = 0; first < count; first += large_lanes) {
    set_up_large(cluster, faces + first, band, placed, facings, large);
    for (int lane = 0; lane < large_lanes; ++lane) draw_large(large, lane, output);
  }
}

}  // namespace

void draw_faces(const ClusterView& cluster, const BandView& band, const FragmentSink& sink) {
  const ToSink target(sink);
  Output<ToSink> output(target);
  draw(cluster, band, both_facings, true, output);
  output.flush();
}

void keep_last(const ClusterView& cluster, const BandView& band, WantedFaces wanted, std::uint64_t* keys) {
  const ToLastLayers target(keys);
  Output<ToLastLayers> output(target);
  draw(cluster, band, wanted.facing == Facing::leaving ? leaving : entering, wanted.all, output);
  output.flush();
}

}  // namespace intercusp::zlist::INTERCUSP_ISA
