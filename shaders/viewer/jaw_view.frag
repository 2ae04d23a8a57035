#version 450 core
// Paint on a jaw. Reads: painted map (clearance mm, depth mm of the lower's face; clearance above 1e8: none), colours (left
// half overlaps from the deepest to contact, right half gaps). Writes: sRGB, alpha the jaw's own.
// PAINTED, set by whoever compiles this: 0 no paint, 1 the nearest pixel, 2 between four pixels. Not a uniform: Mesa's
// software runs both branches of every `if`.
in vec3 lit;
in float paint_light;
in vec3 map_place;
in float bound_mm;

layout(binding = 0) uniform sampler2D painted_map;
layout(binding = 1) uniform sampler2D colours;

uniform int of_upper;
uniform int lines;         // contours are drawn
uniform float deepest_mm;  // of the colour scale
uniform float farthest_mm;
uniform float threshold_mm;
uniform vec3 fine_contours_mm;
uniform float opacity;

layout(location = 0) out vec4 colour;

const float none = 1e9;
const vec3 inside = vec3(0.05, 0.045, 0.045);  // of an open scan, squared

#if PAINTED == 1
float clearance_here() {
  vec2 texel = texelFetch(painted_map, ivec2(floor(map_place.xy)), 0).xy;
  float depth = of_upper != 0 ? texel.y + texel.x : texel.y;
  return texel.x < 1e8 && abs(depth - map_place.z) <= bound_mm ? texel.x : none;
}

#elif PAINTED == 2
// Between the centres of the four pixels around that measured this very piece of surface; none with less than half of
// their weight, which would be a guess.
float clearance_here() {
  vec2 at = map_place.xy / vec2(textureSize(painted_map, 0));
  vec4 clearance = textureGather(painted_map, at, 0);
  vec4 depth = textureGather(painted_map, at, 1);
  if (of_upper != 0) depth += clearance;
  vec2 share = fract(map_place.xy - 0.5);
  vec4 weight = vec4((1 - share.x) * share.y, share.x * share.y, share.x * (1 - share.y),
                     (1 - share.x) * (1 - share.y));
  vec4 same = vec4(lessThan(clearance, vec4(1e8))) * vec4(lessThanEqual(abs(depth - map_place.z), vec4(bound_mm)));
  weight *= same;
  float sum = dot(weight, vec4(1));
  return sum >= 0.5 ? dot(weight, mix(vec4(0), clearance, same)) / sum : none;
}

#endif

#if PAINTED
vec3 colour_of(float clearance_mm) {
  float place = clearance_mm < 0 ? 0.5 - 0.5 * min(1, -clearance_mm / deepest_mm)
                                 : 0.5 + 0.5 * min(1, sqrt(clearance_mm / farthest_mm));
  float texels = float(textureSize(colours, 0).x);
  float last_of_side = clearance_mm < 0 ? 0.5 * texels - 1 : texels - 1;  // overlap never takes the colour of a gap
  return texelFetch(colours, ivec2(min(place * texels, last_of_side), 0), 0).rgb;
}

float line_cover(float clearance_mm, float at_mm, float slope, float half_width_px) {
  return clamp(half_width_px + 0.5 - abs(clearance_mm - at_mm) / slope, 0, 1);
}

float contour_cover(float clearance_mm) {
  float slope = fwidth(clearance_mm);
  if (!(slope > 1e-6 && slope < 1.5)) return 0;  // beside a border there is no slope
  float fine = max(line_cover(clearance_mm, fine_contours_mm.x, slope, 0.3),
                   max(line_cover(clearance_mm, fine_contours_mm.y, slope, 0.3),
                       line_cover(clearance_mm, fine_contours_mm.z, slope, 0.3)));
  return max(0.45 * fine, 0.95 * line_cover(clearance_mm, threshold_mm, slope, 0.75));
}

vec3 painted_over(vec3 squared) {
  float clearance_mm = clearance_here();
  vec3 scale = colour_of(clearance_mm);
  float paint = 0.95 * (1 - smoothstep(0.45 * farthest_mm, farthest_mm, clearance_mm));
  squared = mix(squared, scale * scale * paint_light, paint);
#if PAINTED == 2
  if (lines != 0) squared = mix(squared, vec3(0.004), contour_cover(clearance_mm));
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
  colour = vec4(sqrt(clamp(squared, 0, 1)), opacity);
}
