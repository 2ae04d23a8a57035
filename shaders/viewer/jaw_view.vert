#version 450 core
// A jaw in the view, with its light. Light is computed at vertices: they are two pixels apart, and software draws the
// jaws three times as fast. Reads: JawMesh's vertices. Writes: clip place (invariant, so that a second pass finds the
// same depths), colours of both with and without paint, and the place in the map. Light is computed in squares of sRGB
// values, which approximate linear light cheaply.
layout(location = 0) in vec3 place;            // mm about the mesh's centre
layout(location = 1) in vec4 normal_gloss;     // unit, outward; how much it shines
layout(location = 2) in vec4 colour_openness;  // sRGB; 1 in the open
layout(location = 3) in vec4 compass_colour;   // sRGB; alpha 1 where a movement had contact

uniform mat4 clip_from_mesh;
uniform mat4 view_from_mesh;  // rotation alone is used: x right, y down, z away
uniform mat4 map_from_mesh;   // x and y in pixels of the map, z depth in mm
uniform mat4 map_turn;        // rotation to the map's u, v, depth, for slopes
uniform vec4 kept;            // dot(kept.xyz, place) + kept.w >= 0 is kept
uniform int of_upper;
uniform float pixel_mm;       // of the map
uniform float slack_mm;       // allowed distance between the drawn and the measured surface

out vec3 lit;          // without paint, squared
out float paint_light; // factor of paint, squared
out vec3 map_place;
out float resolved;     // 1 where the map resolves the surface, 0 where it is too steep
out float bound_mm;    // by which the map's depth may differ on the same surface; below 0: turned away from it

out gl_PerVertex {
  invariant vec4 gl_Position;
  float gl_ClipDistance[1];
};

float power_of_8(float x) {
  float x2 = x * x, x4 = x2 * x2;
  return x4 * x4;
}

void shine_on(vec3 n) {
  float open = colour_openness.a, gloss = normal_gloss.w;
  // Key from the upper left in front, fill from the right, sky from above. Enclosed surface turns warm as it turns
  // dark, because light between teeth has been reflected by them.
  float key = max(0.0, (dot(n, vec3(-0.424, -0.566, -0.707)) + 0.2) / 1.2);
  float fill = max(0.0, (dot(n, vec3(0.712, 0.153, -0.685)) + 0.3) / 1.3);
  float sky = 0.5 - 0.5 * n.y;
  float towards_viewer = max(0.0, -n.z);
  vec3 shut = mix(vec3(0.20, 0.125, 0.10), vec3(1.0), open);
  vec3 light = (0.60 * key * mix(1.0, open, 0.6)) * vec3(1.02, 1.0, 0.96) +
               ((0.22 * fill + 0.16 + 0.13 * sky) * shut) * vec3(0.96, 0.99, 1.04) + 0.12 * towards_viewer * shut;
  // Paint is shaded less, because its colour must match the legend.
  paint_light = 0.72 + 0.28 * light.g;
  light = mix(light, vec3(paint_light), compass_colour.a);
  vec3 albedo = mix(colour_openness.rgb, compass_colour.rgb, compass_colour.a);

  float broad = power_of_8(max(0.0, dot(n, vec3(-0.2294, -0.3063, -0.9239))));
  float edge = (1 - towards_viewer) * (1 - towards_viewer);
  lit = albedo * albedo * light + gloss * open * (1 - 0.7 * compass_colour.a) *
        (0.05 * broad + 0.22 * power_of_8(broad) + 0.10 * edge * edge * sky) * vec3(1.0, 0.99, 0.97);
}

void place_in_map() {
  map_place = (map_from_mesh * vec4(place, 1)).xyz;
  vec3 normal = mat3(map_turn) * normal_gloss.xyz;
  float facing = of_upper != 0 ? -normal.z : normal.z;
  resolved = smoothstep(0.2, 0.4, facing);
  // From here to a pixel's centre, at most its diagonal away, depth changes at most by the slopes at both ends.
  bound_mm = facing < 0.2 ? -0.2 : 2.8284 * pixel_mm * length(normal.xy) / facing + slack_mm;
}

void main() {
  gl_Position = clip_from_mesh * vec4(place, 1);
  gl_ClipDistance[0] = dot(kept.xyz, place) + kept.w;
  shine_on(normalize(mat3(view_from_mesh) * normal_gloss.xyz));
  place_in_map();
}
