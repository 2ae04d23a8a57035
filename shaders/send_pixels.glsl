// Writes pixels into host memory, in the planes in which the host stores them (SentPlanes of
// occlusion/engines/stencil/sent_map.cpp). Faces get their numbers in their jaw.
layout(std430, binding = 1) writeonly buffer Sent { uint sent[]; };
layout(std430, binding = 6) readonly buffer UpperNames { uint upper_names[]; };
layout(std430, binding = 7) readonly buffer LowerNames { uint lower_names[]; };
uniform ivec2 sent_size_px;  // columns and rows of the planes; the columns are a multiple of 4

// Coverage, state, resolved_by, valued_by, intervals of the upper and of the lower
// (map_out.glsl), one byte each.
const uint flag_planes = 6u;
const uint flag_shifts[flag_planes] = uint[](0u, 2u, 4u, 7u, 10u, 18u);
const uint flag_masks[flag_planes] = uint[](3u, 3u, 7u, 7u, 255u, 255u);

uint plane_size() { return uint(sent_size_px.x * sent_size_px.y); }
uint place_sent(uvec2 pixel) { return pixel.y * uint(sent_size_px.x) + pixel.x; }

void send_pixel(uvec2 pixel, uvec4 map_pixel) {
  const uint place = place_sent(pixel);
  sent[place] = map_pixel.x;
  sent[plane_size() + place] = int(map_pixel.y) < 0 ? map_pixel.y : upper_names[map_pixel.y];
  sent[2u * plane_size() + place] = int(map_pixel.z) < 0 ? map_pixel.z : lower_names[map_pixel.z];
}

// Sends one plane of flags for four pixels, starting with this one.
void send_flags(uint plane, uvec2 pixel, uvec4 flags) {
  const uvec4 bytes = (flags >> flag_shifts[plane] & flag_masks[plane]) << uvec4(0u, 8u, 16u, 24u);
  sent[3u * plane_size() + (plane * plane_size() + place_sent(pixel)) / 4u] = bytes.x | bytes.y | bytes.z | bytes.w;
}

void send_overlap(uvec2 pixel, float overlap_mm) {
  sent[3u * plane_size() + flag_planes * plane_size() / 4u + place_sent(pixel)] = floatBitsToUint(overlap_mm);
}
