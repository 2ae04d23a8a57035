// A mesh in Embree, for both Embree peers.
#pragma once

#include <embree3/rtcore.h>

#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp::bench {

//! A device and a scene with one mesh, built with quality "high".
class EmbreeScene {
 public:
  explicit EmbreeScene(const TriangleMesh& mesh);
  ~EmbreeScene();
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;

  [[nodiscard]] RTCScene scene() const { return scene_; }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }

 private:
  RTCDevice device_;
  RTCScene scene_;
  Bounds bounds_;
};

}  // namespace intercusp::bench
