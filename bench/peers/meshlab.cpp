#include "bench/peers/meshlab.h"

#include <sys/types.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "bench/agreement.h"
#include "bench/peers/whole_process.h"

namespace intercusp::bench {
namespace {

constexpr double limit_mm = 2;
constexpr const char* script = R"(<!DOCTYPE FilterScript>
<FilterScript>
 <filter name="Distance from Reference Mesh">
  <Param type="RichMesh" name="MeasureMesh" value="0"/>
  <Param type="RichMesh" name="RefMesh" value="1"/>
  <Param type="RichBool" name="SignedDist" value="true"/>
  <Param type="RichAbsPerc" name="MaxDist" value="2" min="0" max="100"/>
 </filter>
</FilterScript>
)";

//! A screen without a monitor: meshlabserver makes an OpenGL context by GLX before it does anything.
class Screen {
 public:
  //! \throw std::runtime_error if Xvfb does not start.
  Screen()
      : says_(::popen("echo $$; exec Xvfb -displayfd 1 -screen 0 64x64x24 -nolisten tcp 2>/dev/null", "r")) {
    if (says_ == nullptr || std::fscanf(says_.get(), "%d %d", &process_, &number_) != 2)
      throw std::runtime_error("Xvfb does not start");
  }
  ~Screen() { ::kill(process_, SIGTERM); }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  struct Wait {
    void operator()(std::FILE* pipe) const { ::pclose(pipe); }
  };
  std::unique_ptr<std::FILE, Wait> says_;  //!< the shell's process, which becomes Xvfb's, then its screen
  pid_t process_ = 0;
  int number_ = 0;
};

//! One float of every vertex, from a binary PLY whose vertices consist of floats only.
//! \throw std::runtime_error for any other file.
std::vector<float> vertex_quality(const std::filesystem::path& ply) {
  std::ifstream file(ply, std::ios::binary);
  std::size_t vertices = 0;
  std::size_t properties = 0;
  std::optional<std::size_t> quality;
  bool of_vertices = false;
  for (std::string line; std::getline(file, line) && line != "end_header";) {
    if (line.starts_with("element ")) {
      of_vertices = line.starts_with("element vertex ");
      if (of_vertices) vertices = std::stoul(line.substr(std::string("element vertex ").size()));
    } else if (of_vertices) {
      if (!line.starts_with("property float ")) throw std::runtime_error("in MeshLab's PLY: " + line);
      if (line == "property float quality") quality = properties;
      ++properties;
    }
  }
  if (!quality) throw std::runtime_error("MeshLab's PLY has no quality");
  std::vector<float> values(vertices * properties);
  file.read(reinterpret_cast<char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(float)));
  if (!file) throw std::runtime_error("MeshLab's PLY ends early");
  std::vector<float> result(vertices);
  for (std::size_t i = 0; i < vertices; ++i) result[i] = values[i * properties + *quality];
  return result;
}

class MeshLab {
 public:
  explicit MeshLab(const BenchCase& bench_case) : process_(bench_case) {
    std::ofstream(process_.file("distance.mlx")) << script;
  }

  void run(const Eigen::Isometry3d& pose) {
    process_.run(pose,
                 "DISPLAY=:" + std::to_string(screen_.number()) +
                     " QT_QPA_PLATFORM=xcb meshlabserver -i lower.ply -i upper.ply -s distance.mlx -o " +
                     answer_ + " -l 0 -m vq",
                 answer_);
  }

  //! Infinite beyond the limit, where MeshLab writes twice the limit.
  [[nodiscard]] std::vector<float> distances() const {
    std::vector<float> result = vertex_quality(process_.file(answer_));
    process_.expect_one_per_vertex(result);
    for (float& distance : result) {
      if (std::abs(distance) > limit_mm) distance = std::numeric_limits<float>::infinity();
    }
    return result;
  }

 private:
  static constexpr const char* answer_ = "distances.ply";
  WholeProcess process_;
  Screen screen_;
};

Prepared prepare(const BenchCase& bench_case, const View&) {
  const auto peer = std::make_shared<MeshLab>(bench_case);
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { peer->run(pose); };
  result.agreement = [=, &bench_case] {
    peer->run(distance_pose(bench_case));
    return compare_distances(bench_case, peer->distances(), limit_mm, true);
  };
  return result;
}

}  // namespace

std::vector<Method> meshlab_methods() {
  if (!in_path("meshlabserver") || !in_path("Xvfb")) return {};
  Method method;
  method.id = "meshlab";
  method.title = "MeshLab, whole process, 2 mm";
  method.answer = "distances";
  method.poses = PoseChoice::one;
  method.most_triangles = 2'000'000;
  method.prepare = prepare;
  return {method};
}

}  // namespace intercusp::bench
