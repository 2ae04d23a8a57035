// The first impact of a particle on triangle meshes: a tree of boxes, walked from near to far along the particle's
// path.

struct Node {
  vec3 low;
  uint next;  // leaf: its first face; otherwise the second child, and in the top bits the axis that separates the children
  vec3 high;
  uint faces;  // 0 if the node has children; the first child follows the node
};
layout(std430, binding = 3) readonly buffer Nodes { Node nodes[]; };
layout(std430, binding = 4) readonly buffer Faces { uvec4 faces[]; };  // in the tree's order; w: number
layout(std430, binding = 5) readonly buffer Vertices { double vertices[]; };
uniform uint nodes_used;

const double beside_mm = 1e-9LF;  // as on the CPU: a crossing this near to a face counts for it
const float rounding = 1.0 / 524288.0;  // gl_particles.h
const int most_waiting = 64, most_waiting_to_cut = 30;

struct Way {
  dvec3 start, velocity, half_acceleration;
};
struct FloatWay {
  vec3 start, velocity, half_acceleration;
};

dvec3 corner(uint vertex) { return dvec3(vertices[3u * vertex], vertices[3u * vertex + 1u], vertices[3u * vertex + 2u]); }

bool is_beside(dvec3 normal, dvec3 from, dvec3 to, dvec3 point) {
  const dvec3 edge = to - from;
  const double off = dot(normal, cross(edge, point - from));
  return off < 0.0LF && off * off > beside_mm * beside_mm * dot(edge, edge) * dot(normal, normal);
}

// Whether the path meets the face before `until`, or at the same time as a face of a higher number.
bool meets(uvec4 face, Way way, uint best, inout double until) {
  const dvec3 a = corner(face.x), b = corner(face.y), c = corner(face.z);
  const dvec3 normal = cross(b - a, c - a);
  const double constant = dot(normal, way.start - a), slope = dot(normal, way.velocity), bend = dot(normal, way.half_acceleration);
  double low, high;
  if (bend == 0.0LF) {
    if (slope == 0.0LF) return false;
    low = high = -constant / slope;
  } else {
    const double discriminant = slope * slope - 4.0LF * bend * constant;
    if (!(discriminant > 0.0LF)) return false;
    const double sum = -0.5LF * (slope + (slope < 0.0LF ? -1.0LF : 1.0LF) * sqrt(discriminant));
    const double one = sum / bend, other = constant / sum;
    low = min(one, other);
    high = max(one, other);
  }
  for (int i = 0; i < 2; ++i) {
    const double t = i == 0 ? low : high;
    if (!(t > 0.0LF) || t > until || (t == until && face.w >= best)) continue;
    const dvec3 point = way.start + t * (way.velocity + t * way.half_acceleration);
    if (is_beside(normal, a, b, point) || is_beside(normal, b, c, point) || is_beside(normal, c, a, point)) continue;
    until = t;
    return true;
  }
  return false;
}

float largest(vec3 v) { return max(v.x, max(v.y, v.z)); }
float least(vec3 v) { return min(v.x, min(v.y, v.z)); }

// How far the path deviates from its chord during the stay.
vec3 stray(FloatWay way, vec2 stay) {
  const float length_s = stay.y - stay.x;
  return 0.25 * length_s * length_s * abs(way.half_acceleration);
}

vec3 at(FloatWay way, float t) { return way.start + t * (way.velocity + t * way.half_acceleration); }

// Cuts the stay to the time that the path may spend in the box, by its chord and the box grown by the path's deviation.
bool may_be_in(Node node, FloatWay way, inout vec2 stay) {
  const float length_s = stay.y - stay.x;
  const vec3 from = at(way, stay.x);
  vec3 chord = at(way, stay.y) - from;
  chord = mix(chord, vec3(1e-30), lessThan(abs(chord), vec3(1e-30)));
  const vec3 reach = abs(way.start) + stay.y * (abs(way.velocity) + stay.y * abs(way.half_acceleration));
  const vec3 grown = stray(way, stay) * (1.0 + 1e-6) + rounding * reach;
  const vec3 one = (node.low - grown - from) / chord, other = (node.high + grown - from) / chord;
  const float enters = largest(min(one, other)), leaves = least(max(one, other));
  if (!(enters <= leaves) || enters > 1.0 || leaves < 0.0) return false;
  // Unchanged ends are kept to the bit, so that rounding does not accumulate down the tree.
  if (leaves < 1.0) stay.y = stay.x + leaves * length_s;
  if (enters > 0.0) stay.x = stay.x + enters * length_s;
  return true;
}

// The number of the face met before `until`, which becomes the time of the impact; no_number without one.
const uint no_number = 0xffffffffu;
uint first_face(Way way, inout double until) {
  uint best = no_number;
  if (nodes_used == 0u) return best;
  const FloatWay rough = FloatWay(vec3(way.start), vec3(way.velocity), vec3(way.half_acceleration));
  uint waiting_node[most_waiting];
  vec2 waiting_stay[most_waiting];
  int waiting = 1;
  float far = float(until) * (1.0 + 1e-6);
  waiting_node[0] = 0u;
  waiting_stay[0] = vec2(0.0, far);
  while (waiting > 0) {
    --waiting;
    const uint index = waiting_node[waiting];
    vec2 stay = vec2(waiting_stay[waiting].x, min(waiting_stay[waiting].y, far));
    const Node node = nodes[index];
    if (stay.x > stay.y || !may_be_in(node, rough, stay)) continue;
    if (node.faces > 0u) {
      for (uint i = node.next; i < node.next + node.faces; ++i) {
        const uvec4 face = faces[i];
        if (!meets(face, way, best, until)) continue;
        best = face.w;
        far = float(until) * (1.0 + 1e-6);
      }
    } else if (waiting < most_waiting_to_cut && largest(stray(rough, stay)) > 0.1 * largest(node.high - node.low)) {
      // The chord is too coarse: processes both halves of the stay, the earlier one first.
      const float middle = 0.5 * (stay.x + stay.y);
      waiting_node[waiting] = index;
      waiting_stay[waiting++] = vec2(middle, stay.y);
      waiting_node[waiting] = index;
      waiting_stay[waiting++] = vec2(stay.x, middle);
    } else {
      const uint second = node.next & 0x3fffffffu, axis = node.next >> 30;
      const bool forward = at(rough, stay.y)[axis] >= at(rough, stay.x)[axis];
      waiting_node[waiting] = forward ? second : index + 1u;
      waiting_stay[waiting++] = stay;
      waiting_node[waiting] = forward ? index + 1u : second;
      waiting_stay[waiting++] = stay;
    }
  }
  return best;
}
