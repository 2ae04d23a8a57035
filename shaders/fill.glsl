// The nearest layer (occlusion/engines/stencil/plane_pass.h); needs fill_face.glsl. A group has 128 faces, few of which are
// neighbours, because large ones lie together; its invocations divide the faces, and the pixel rows of large faces,
// among themselves.
layout(local_size_x = INVOCATIONS) in;
uniform int leaves_large;  // 1: to the rasteriser

// Large faces: whole numbers in doubles, one row of pixels per invocation.

double far_side(vec2 from, vec2 to, dvec2 place) {
  const dvec2 edge = dvec2(to) - dvec2(from), way = place - dvec2(from);
  return edge.x * way.y - edge.y * way.x;
}

bool faces_viewer(SeenFace face) { return far_side(face.a.at, face.b.at, dvec2(face.c.at)) > 0.0; }

// The columns from x to y that an edge leaves of a row that begins at `place`. Quotients in the window are exact enough
// to round: they are at least 2^-30 away from the next whole number, and have at most 13 bits before the point.
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
    if (columns.x > columns.y) continue;  // one of them may be too far out for an int
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
