#version 450 core
// The first impact of each particle on planes, quadrics and triangle meshes, in closed form (occlusion/particles/gl_particles.h).
#include "mesh_impacts.glsl"
layout(local_size_x = 64) in;

struct Collider {
  mat4 surface;          // pᵀ·surface·p = 0
  mat4 inside;           // pᵀ·inside·p <= 0
  mat4 body_from_scene;  // the frame in which low and high bound it
  vec4 low;
  vec4 high;
};
struct Impact {
  double time_s;
  uint collider;  // of the quadrics
  uint face;      // of all meshes
};
layout(std430, binding = 0) readonly buffer Paths { Way paths[]; };
layout(std430, binding = 1) readonly buffer Colliders { Collider colliders[]; };
layout(std430, binding = 2) writeonly buffer Impacts { Impact impacts[]; };
uniform uint particles;
uniform uint colliders_used;
uniform double until_s;

const uint no_collider = 0xffffffffu;

// Constant first.
float value_at(float c[5], float t) { return (((c[4] * t + c[3]) * t + c[2]) * t + c[1]) * t + c[0]; }

float[5] derivative_of(float c[5]) { return float[5](c[1], 2.0 * c[2], 3.0 * c[3], 4.0 * c[4], 0.0); }

struct Roots {
  float at[4];
  int count;
};

// Both roots of the quadratic, ascending, that lie between the ends.
Roots quadratic_roots(float a, float b, float c, float from, float to) {
  Roots roots;
  roots.count = 0;
  float low = to + 1.0, high = to + 1.0;
  if (a == 0.0) {
    if (b != 0.0) low = -c / b;
  } else {
    const float discriminant = b * b - 4.0 * a * c;
    if (!(discriminant > 0.0)) return roots;
    const float sum = -0.5 * (b + (b < 0.0 ? -1.0 : 1.0) * sqrt(discriminant));
    const float one = sum / a, other = c / sum;
    low = min(one, other);
    high = max(one, other);
  }
  if (low >= from && low <= to) roots.at[roots.count++] = low;
  if (high >= from && high <= to && high != low) roots.at[roots.count++] = high;
  return roots;
}

// Newton's step if it stays in the bracket, bisection otherwise.
float bracketed_root(float c[5], float low, float high) {
  const float slope[5] = derivative_of(c);
  const bool negative_before = value_at(c, low) < 0.0;
  float t = 0.5 * (low + high);
  for (int step = 0; step < 48; ++step) {
    const float value = value_at(c, t);
    if (value == 0.0) return t;
    if ((value < 0.0) == negative_before) low = t;
    else high = t;
    const float middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) return t;
    const float newton = t - value / value_at(slope, t);
    if (newton == t) return t;
    t = low < newton && newton < high && abs(newton - t) <= 0.5 * (high - low) ? newton : middle;
  }
  return t;
}

// The sign changes of the polynomial: at most one between two extrema.
Roots sign_changes(float c[5], Roots extrema, float from, float to) {
  Roots roots;
  roots.count = 0;
  float low = from;
  for (int i = 0; i <= extrema.count; ++i) {
    const float high = i < extrema.count ? extrema.at[i] : to;
    if ((value_at(c, low) < 0.0) != (value_at(c, high) < 0.0)) roots.at[roots.count++] = bracketed_root(c, low, high);
    low = high;
  }
  return roots;
}

Roots crossings(float c[5], float to) {
  if (c[4] == 0.0 && c[3] == 0.0) return quadratic_roots(c[2], c[1], c[0], 0.0, to);
  const float slope[5] = derivative_of(c);
  const float bend[5] = derivative_of(slope);
  const Roots bends = quadratic_roots(bend[2], bend[1], bend[0], 0.0, to);
  return sign_changes(c, sign_changes(slope, bends, 0.0, to), 0.0, to);
}

bool counts(Collider collider, vec4 point) {
  const vec3 here = (collider.body_from_scene * point).xyz;
  return all(greaterThanEqual(here, collider.low.xyz)) && all(lessThanEqual(here, collider.high.xyz)) &&
         dot(point, collider.inside * point) <= 0.0;
}

void main() {
  const uint particle = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (particle >= particles) return;
  const Way way = paths[particle];
  const vec4 p = vec4(way.start, 1.0), v = vec4(way.velocity, 0.0), a = vec4(way.half_acceleration, 0.0);
  Impact first = Impact(until_s, no_collider, no_number);
  for (uint i = 0u; i < colliders_used; ++i) {
    const Collider collider = colliders[i];
    const vec4 qp = collider.surface * p, qv = collider.surface * v, qa = collider.surface * a;
    const float c[5] = float[5](dot(p, qp), 2.0 * dot(v, qp), dot(v, qv) + 2.0 * dot(a, qp), 2.0 * dot(a, qv), dot(a, qa));
    const Roots roots = crossings(c, float(first.time_s));
    for (int k = 0; k < roots.count; ++k) {
      const float t = roots.at[k];
      if (!(t > 0.0) || (first.collider != no_collider && t >= first.time_s)) continue;
      if (!counts(collider, p + t * (v + t * a))) continue;
      first = Impact(t, i, no_number);
      break;
    }
  }
  first.face = first_face(way, first.time_s);
  if (first.collider == no_collider && first.face == no_number) first.time_s = 0.0LF;
  impacts[particle] = first;
}
