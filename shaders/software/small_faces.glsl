// One small face an invocation (occlusion/engines/stencil/software/fill_pass.h): calls fill() for every pixel whose centre it holds.
//
// The rasteriser's rules: corners go to the nearest part of a pixel, and a centre on an edge belongs to the face on
// whose row-0 or left side the edge lies (occlusion/engines/gl/draw_state.h). From there on whole numbers are exact, so
// neighbours leave no crack and share no centre. Depth is the plane of the face as it lay before, as the rasteriser has
// it, but between the depths of its corners: beside a face seen almost edge-on its plane runs off, the face does not.
layout(local_size_x = 128) in;
layout(binding = 0) uniform samplerBuffer vertices;
layout(binding = 1) uniform usamplerBuffer faces;  // three vertices, the last of which is the face
uniform mat4 clip_from_jaw;
uniform vec2 half_window_px;
uniform int parts_of_pixel;
uniform int face_count;

const ivec2 most_centres = ivec2(8, 4);  // small_columns, small_rows of occlusion/engines/stencil/software/face_sieve.h

struct Corner {
  vec2 exactly;  // in parts of a pixel; centres lie on whole pixels
  ivec2 at;      // the nearest of them
  float depth;
};

Corner corner(uint vertex) {
  const vec4 clip = clip_from_jaw * vec4(texelFetch(vertices, int(vertex)).xyz, 1.0);
  precise const vec2 exactly = (clip.xy * half_window_px + half_window_px - 0.5) * float(parts_of_pixel);
  return Corner(exactly, ivec2(roundEven(exactly)), clip.z);
}

// Twice the area of the triangle of an edge and a place, positive where it lies within.
int side(ivec2 from, ivec2 to, ivec2 place) {
  const ivec2 edge = to - from, way = place - from;
  return edge.x * way.y - edge.y * way.x;
}

float cross_of(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }

// What takes a place on the edge away from this face, or nothing.
int tie(ivec2 from, ivec2 to) { return to.y < from.y || (to.y == from.y && to.x > from.x) ? 0 : -1; }

void main() {
  const int place = int(gl_GlobalInvocationID.x);
  if (place >= face_count) return;
  const uvec3 face = texelFetch(faces, place).xyz;
  const Corner a = corner(face.x), b = corner(face.y), c = corner(face.z);
  const int twice_area = side(a.at, b.at, c.at);
  if (twice_area <= 0) return;  // looks away

  const int pixel = parts_of_pixel;
  const ivec2 least = min(a.at, min(b.at, c.at)), most = max(a.at, max(b.at, c.at));
  const ivec2 size_px = ivec2(half_window_px * 2.0);
  const ivec2 first = max((least + pixel - 1) >> findMSB(pixel), 0);
  const ivec2 last = min(min(most >> findMSB(pixel), size_px - 1), first + most_centres - 1);
  if (any(lessThan(last, first))) return;

  // All centres of the box by additions, then only those that are held: software OpenGL computes what stands in
  // a branch for all faces, and what is atomic one by one.
  ivec3 row = ivec3(side(a.at, b.at, first * pixel) + tie(a.at, b.at),
                    side(b.at, c.at, first * pixel) + tie(b.at, c.at),
                    side(c.at, a.at, first * pixel) + tie(c.at, a.at));
  const ivec3 right = pixel * ivec3(a.at.y - b.at.y, b.at.y - c.at.y, c.at.y - a.at.y);
  const ivec3 down = pixel * ivec3(b.at.x - a.at.x, c.at.x - b.at.x, a.at.x - c.at.x);
  const ivec2 size = last - first + 1;
  uint held = 0u;  // bit 8 · row + column
  ivec3 here = row;
  int column = 0, bits_before = 0;
  for (int centre = 0; centre < size.x * size.y; ++centre) {
    held |= uint((here.x | here.y | here.z) >= 0) << (bits_before + column);
    here += right;
    if (++column < size.x) continue;
    column = 0;
    bits_before += most_centres.x;
    row += down;
    here = row;
  }

  const vec2 to_b = b.exactly - a.exactly, to_c = c.exactly - a.exactly;
  precise const float part = 1.0 / max(cross_of(to_b, to_c), 1.0);  // a smaller face is a sliver
  const float nearest = min(a.depth, min(b.depth, c.depth)), farthest = max(a.depth, max(b.depth, c.depth));
  while (held != 0u) {
    const int bit = findLSB(held);
    held &= held - 1u;
    const ivec2 centre = first + ivec2(bit % most_centres.x, bit / most_centres.x);
    const vec2 way = vec2(centre * pixel) - a.exactly;
    // Both passes over the faces must find the same bits.
    precise const float of_b = cross_of(way, to_c) * part, of_c = cross_of(to_b, way) * part;
    precise const float depth = a.depth + of_b * (b.depth - a.depth) + of_c * (c.depth - a.depth);
    fill(centre, floatBitsToUint(clamp(depth, nearest, farthest)), face.z);
  }
}
