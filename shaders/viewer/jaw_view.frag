#version 450 core
// Paint on a jaw. Reads: painted map (value mm, depth mm of the lower's and the upper's face; value above 1e8: none), colours
// with their opacity (left half below zero_mm, right half above). Writes: sRGB, alpha the jaw's own.
// PAINTED, set by whoever compiles this: 0 no paint, 1 the nearest pixel, 2 between four pixels. Not a uniform: Mesa's
// software runs both branches of every `if`.
in vec3 lit;
in float paint_light;
in vec3 map_place;
in float bound_mm;
in float resolved;

layout(binding = 0) uniform sampler2D painted_map;
layout(binding = 1) uniform sampler2D colours;

uniform int of_upper;
uniform int lines;         // contours are drawn
uniform float deepest_mm;  // of the colour scale
uniform float farthest_mm;
uniform float zero_mm;     // between the halves of the colours
uniform float threshold_mm;
uniform vec3 fine_contours_mm;
uniform float opacity;

layout(location = 0) out vec4 colour;

const float none = 1e9;
const vec3 inside = vec3(0.05, 0.045, 0.045);  // of an open scan, squared

#if PAINTED
//! The certainty, 0 to 1, that a depth of the map lies on this surface.
vec4 on_this_surface(vec4 depth) {
  return clamp((vec4(bound_mm) - abs(depth - map_place.z)) / max(0.3 * bound_mm, 1e-4), 0.0, 1.0);
}
#endif

#if PAINTED == 1
//! The value, and the share of the neighbourhood that was measured on this piece of surface.
vec2 value_here() {
  vec3 texel = texelFetch(painted_map, ivec2(floor(map_place.xy)), 0).xyz;
  float depth = of_upper != 0 ? texel.z : texel.y;
  return texel.x < 1e8 && abs(depth - map_place.z) <= bound_mm ? vec2(texel.x, 1) : vec2(none, 0);
}

#elif PAINTED == 2
// Interpolates between the surrounding four pixel centres that measured this piece of surface; faint with less than
// half of their weight, because it would be a guess.
vec2 value_here() {
  vec2 at = map_place.xy / vec2(textureSize(painted_map, 0));
  vec4 value = textureGather(painted_map, at, 0);
  vec4 depth = of_upper != 0 ? textureGather(painted_map, at, 2) : textureGather(painted_map, at, 1);
  vec2 share = fract(map_place.xy - 0.5);
  vec4 weight = vec4((1 - share.x) * share.y, share.x * share.y, share.x * (1 - share.y),
                     (1 - share.x) * (1 - share.y));
  vec4 measured = vec4(lessThan(value, vec4(1e8)));
  weight *= measured * on_this_surface(depth);
  float sum = dot(weight, vec4(1));
  return sum > 1e-3 ? vec2(dot(weight, mix(vec4(0.0), value, measured)) / sum, smoothstep(0.25, 0.75, sum)) : vec2(none, 0);
}

#endif

#if PAINTED
vec4 coat_of(float value_mm) {
  float over_mm = value_mm - zero_mm;
  float place = over_mm < 0 ? 0.5 - 0.5 * min(1.0, -over_mm / deepest_mm)
                            : 0.5 + 0.5 * min(1.0, sqrt(over_mm / farthest_mm));
  float texels = float(textureSize(colours, 0).x);
  float last_of_side = over_mm < 0 ? 0.5 * texels - 1 : texels - 1;  // overlap never takes the colour of a gap
  return texelFetch(colours, ivec2(min(place * texels, last_of_side), 0), 0);
}

float line_cover(float value_mm, float at_mm, float slope, float half_width_px) {
  return clamp(half_width_px + 0.5 - abs(value_mm - at_mm) / slope, 0.0, 1.0);
}

float contour_cover(float value_mm) {
  float slope = fwidth(value_mm);
  if (!(slope > 1e-6 && slope < 1.5)) return 0;  // the slope is undefined next to a border
  float fine = max(line_cover(value_mm, fine_contours_mm.x, slope, 0.3),
                   max(line_cover(value_mm, fine_contours_mm.y, slope, 0.3),
                       line_cover(value_mm, fine_contours_mm.z, slope, 0.3)));
  return max(0.45 * fine, 0.95 * line_cover(value_mm, threshold_mm, slope, 0.75));
}

vec3 painted_over(vec3 squared) {
  vec2 here = value_here();
  float seen = here.y * resolved;
  vec4 coat = coat_of(here.x);
  squared = mix(squared, coat.rgb * coat.rgb * paint_light, 0.95 * coat.a * seen);
#if PAINTED == 2
  if (lines != 0) squared = mix(squared, vec3(0.004), seen * contour_cover(here.x));
#endif
  return squared;
}
#endif

void main() {
  vec3 squared = lit;
#if PAINTED
  squared = painted_over(squared);
#endif
  if (!gl_FrontFacing) squared = inside;
  colour = vec4(sqrt(clamp(squared, 0.0, 1.0)), opacity);
}
