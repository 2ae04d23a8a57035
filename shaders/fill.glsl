// Fills the nearest layer (occlusion/engines/stencil/plane_pass.h): calls fill() for every pixel whose
// centre a face covers.
//
// The rules are those of the rasteriser. Corners snap to the nearest fraction of a pixel. A centre on an edge
// belongs to the face for which the edge is on the row-0 or left side (occlusion/engines/gl/draw_state.h).
// Integers are then exact, so neighbours leave no crack and share no centre. Depth is that of the unsnapped
// face's plane, as in the rasteriser, but clamped to the depths of its corners, because the plane of a face
// seen almost edge-on leaves this range nearby.
layout(binding = 0) uniform samplerBuffer vertices;
// Three vertices; the index of the last is that of the face.
layout(binding = 1) uniform usamplerBuffer faces;
uniform mat4 clip_from_jaw;
uniform ivec2 window_px;
uniform int parts_of_pixel;
uniform int face_count;

void fill(uint place, uint depth, uint face);

struct Corner {
  vec2 exactly;  // in fractions of a pixel; centres are at integers
  vec2 at;       // the nearest fraction
  float depth;
};

struct SeenFace {
  uint number;
  Corner a, b, c;
  ivec2 first, size;  // centres of the face's box in the window; none if a size is not above 0
};

Corner corner(uint vertex) {
  const vec4 clip = clip_from_jaw * vec4(texelFetch(vertices, int(vertex)).xyz, 1.0);
  const vec2 half_window_px = 0.5 * vec2(window_px);
  precise const vec2 exactly = (clip.xy * half_window_px + half_window_px - 0.5) * float(parts_of_pixel);
  return Corner(exactly, roundEven(exactly), clip.z);
}

SeenFace face_at(uint place) {
  const uvec3 vertex = texelFetch(faces, int(place)).xyz;
  SeenFace face = SeenFace(vertex.z, corner(vertex.x), corner(vertex.y), corner(vertex.z), ivec2(0), ivec2(0));
  const vec2 least = min(face.a.at, min(face.b.at, face.c.at)), most = max(face.a.at, max(face.b.at, face.c.at));
  face.first = ivec2(clamp(ceil(least / float(parts_of_pixel)), vec2(0.0), vec2(window_px)));
  face.size = ivec2(clamp(floor(most / float(parts_of_pixel)), vec2(-1.0), vec2(window_px - 1))) - face.first + 1;
  return face;
}

float cross_of(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }

struct Plane {
  vec2 to_b, to_c;  // from corner a
  float part;       // one over twice the face's area
  float nearest, farthest;
};

Plane plane_of(SeenFace face) {
  const vec2 to_b = face.b.exactly - face.a.exactly, to_c = face.c.exactly - face.a.exactly;
  precise const float part = 1.0 / max(cross_of(to_b, to_c), 1.0);  // a smaller face is a sliver
  return Plane(to_b, to_c, part, min(face.a.depth, min(face.b.depth, face.c.depth)),
               max(face.a.depth, max(face.b.depth, face.c.depth)));
}

// Both rounds over the faces must compute equal bits.
uint depth_at(SeenFace face, Plane plane, ivec2 centre) {
  const vec2 way = vec2(centre * parts_of_pixel) - face.a.exactly;
  precise const float of_b = cross_of(way, plane.to_c) * plane.part, of_c = cross_of(plane.to_b, way) * plane.part;
  precise const float depth =
      face.a.depth + of_b * (face.b.depth - face.a.depth) + of_c * (face.c.depth - face.a.depth);
  return floatBitsToUint(clamp(depth, plane.nearest, plane.farthest));
}

uint place_of(ivec2 centre) { return uint(centre.y * window_px.x + centre.x); }

// Small faces: 32-bit integers, one face per invocation.

const ivec2 block = ivec2(8, 4);   // centres tested together
// Most centres of a small face (plane_pass.cpp); 16 such faces need fewer than 65535 iterations.
const int most_centres = 1024;
// Greatest distance of its corners from its first centre, so that products of two stay below 2^30.
const float most_parts = 16384.0;

bool is_small(SeenFace face) {
  const vec2 first = vec2(face.first * parts_of_pixel);
  const vec2 far = max(abs(face.a.at - first), max(abs(face.b.at - first), abs(face.c.at - first)));
  return face.size.x * face.size.y <= most_centres && all(lessThan(far, vec2(most_parts)));
}

// Twice the area of the triangle of an edge and the origin; positive if the origin is inside.
int side(ivec2 from, ivec2 to) { return from.x * to.y - from.y * to.x; }

// The offset that excludes a point on the edge from this face, or 0.
int tie(vec2 from, vec2 to) { return to.y < from.y || (to.y == from.y && to.x > from.x) ? 0 : -1; }

// First marks the covered centres without a branch, then fills them. Software OpenGL executes a branch for
// all faces together, and atomic operations one after another.
void fill_block(SeenFace face, Plane plane, ivec2 first, ivec2 size, ivec3 row, ivec3 right, ivec3 down) {
  uint held = 0u;  // bit 8 · row + column
  ivec3 here = row;
  int column = 0, bits_before = 0;
  for (int centre = 0; centre < size.x * size.y; ++centre) {
    held |= uint((here.x | here.y | here.z) >= 0) << (bits_before + column);
    here += right;
    if (++column < size.x) continue;
    column = 0;
    bits_before += block.x;
    row += down;
    here = row;
  }
  while (held != 0u) {
    const int bit = findLSB(held);
    held &= held - 1u;
    const ivec2 centre = first + ivec2(bit % block.x, bit / block.x);
    fill(place_of(centre), depth_at(face, plane, centre), face.number);
  }
}

void fill_small(SeenFace face) {
  const vec2 first = vec2(face.first * parts_of_pixel);
  const ivec2 a = ivec2(face.a.at - first), b = ivec2(face.b.at - first), c = ivec2(face.c.at - first);
  const ivec3 at_first = ivec3(side(a, b), side(b, c), side(c, a));
  if (at_first.x + at_first.y + at_first.z <= 0) return;  // faces away
  const ivec3 right = parts_of_pixel * ivec3(a.y - b.y, b.y - c.y, c.y - a.y);
  const ivec3 down = parts_of_pixel * ivec3(b.x - a.x, c.x - b.x, a.x - c.x);
  const ivec3 row = at_first + ivec3(tie(face.a.at, face.b.at), tie(face.b.at, face.c.at), tie(face.c.at, face.a.at));
  const Plane plane = plane_of(face);
  for (int y = 0; y < face.size.y; y += block.y) {
    for (int x = 0; x < face.size.x; x += block.x) {
      fill_block(face, plane, face.first + ivec2(x, y), min(face.size - ivec2(x, y), block), row + x * right + y * down,
                 right, down);
    }
  }
}

// A group has 128 faces. Few of them are neighbours, because large faces lie together. Its invocations divide
// the faces, and the pixel rows of large faces, among themselves.
layout(local_size_x = INVOCATIONS) in;
uniform int leaves_large;  // 1: large faces are left to the rasteriser

// Large faces: integers in doubles, one row of pixels per invocation.

double far_side(vec2 from, vec2 to, dvec2 place) {
  const dvec2 edge = dvec2(to) - dvec2(from), way = place - dvec2(from);
  return edge.x * way.y - edge.y * way.x;
}

bool faces_viewer(SeenFace face) { return far_side(face.a.at, face.b.at, dvec2(face.c.at)) > 0.0; }

// Returns those of the columns x to y that an edge leaves of a row that begins at `place`. Quotients in the
// window can safely be rounded: they differ from the next integer by at least 2^-30 and have at most 13 bits
// before the point.
dvec2 held_by(vec2 from, vec2 to, dvec2 place, dvec2 columns) {
  const double at_first = far_side(from, to, place) + double(tie(from, to));
  const double right = double(parts_of_pixel) * (double(from.y) - double(to.y));
  if (right > 0.0) return dvec2(max(columns.x, ceil(-at_first / right)), columns.y);
  if (right < 0.0) return dvec2(columns.x, min(columns.y, floor(at_first / -right)));
  return at_first < 0.0 ? dvec2(0.0, -1.0) : columns;
}

void fill_large(SeenFace face) {
  const Plane plane = plane_of(face);
  for (int row = int(gl_LocalInvocationIndex); row < face.size.y; row += int(INVOCATIONS)) {
    const ivec2 first = face.first + ivec2(0, row);
    const dvec2 place = dvec2(first * parts_of_pixel);
    dvec2 columns = dvec2(0.0, double(face.size.x - 1));
    columns = held_by(face.a.at, face.b.at, place, columns);
    columns = held_by(face.b.at, face.c.at, place, columns);
    columns = held_by(face.c.at, face.a.at, place, columns);
    if (columns.x > columns.y) continue;  // one of them may exceed the range of int
    for (int column = int(columns.x); column <= int(columns.y); ++column) {
      const ivec2 centre = first + ivec2(column, 0);
      fill(place_of(centre), depth_at(face, plane, centre), face.number);
    }
  }
}

const uint faces_of_group = 128u, together = 4u;
shared uint large_faces[faces_of_group];
shared uint large_count;

void main() {
  if (gl_LocalInvocationIndex == 0u) large_count = 0u;
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < faces_of_group; i += INVOCATIONS) {
    const uint place = (i / together * gl_NumWorkGroups.x + gl_WorkGroupID.x) * together + i % together;
    if (place >= uint(face_count)) break;
    const SeenFace face = face_at(place);
    if (any(lessThanEqual(face.size, ivec2(0)))) continue;
    if (is_small(face)) {
      fill_small(face);
    } else if (leaves_large == 0 && faces_viewer(face)) {
      large_faces[atomicAdd(large_count, 1u)] = place;
    }
  }
  barrier();
  const uint count = large_count;
  for (uint i = 0u; i < count; ++i) fill_large(face_at(large_faces[i]));
}
