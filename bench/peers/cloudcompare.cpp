#include "bench/peers/cloudcompare.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "bench/agreement.h"
#include "io/export/write_ply.h"

namespace intercusp::bench {
namespace {

namespace fs = std::filesystem;

bool in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

//! A folder of its own that goes with the value.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = (fs::temp_directory_path() / "intercusp-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
    path_ = name;
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

class WholeProcess {
 public:
  explicit WholeProcess(const BenchCase& bench_case) : lower_(bench_case.bite.lower) {
    write_ply(folder_.path() / "upper.ply", bench_case.bite.upper->mesh);
  }

  //! Vertices out, distances in a file.
  void run(const Eigen::Isometry3d& pose) {
    TriangleMesh points;
    points.vertices.reserve(lower_->mesh.vertices.size());
    for (const Eigen::Vector3d& vertex : lower_->mesh.vertices) points.vertices.push_back(pose * vertex);
    write_ply(folder_.path() / "lower.ply", points);
    const std::string command =
        "cd '" + folder_.path().string() +
        "' && QT_QPA_PLATFORM=offscreen CloudCompare -SILENT -NO_TIMESTAMP -C_EXPORT_FMT "
        "ASC -PREC 7 -O lower.ply -O upper.ply -C2M_DIST >log.txt 2>&1";
    if (std::system(command.c_str()) != 0) throw std::runtime_error("CloudCompare failed");
  }

  //! The last column of its file.
  [[nodiscard]] std::vector<float> distances() const {
    std::vector<float> result;
    std::ifstream file(folder_.path() / "lower_C2M_DIST.asc");
    for (std::string line; std::getline(file, line);) {
      const std::size_t space = line.find_last_of(' ');
      if (space != std::string::npos) result.push_back(std::strtof(line.c_str() + space, nullptr));
    }
    result.resize(lower_->mesh.vertices.size(), std::numeric_limits<float>::quiet_NaN());
    return result;
  }

 private:
  std::shared_ptr<const Solid> lower_;
  WorkFolder folder_;
};

Prepared prepare(const BenchCase& bench_case, const MapFrame&) {
  const auto peer = std::make_shared<WholeProcess>(bench_case);
  Prepared result;
  result.answer = [=](const Eigen::Isometry3d& pose) { peer->run(pose); };
  result.agreement = [=, &bench_case] {
    peer->run(distance_pose(bench_case));
    return compare_distances(bench_case, peer->distances(), std::numeric_limits<double>::infinity(), true);
  };
  return result;
}

}  // namespace

std::vector<Method> cloudcompare_methods() {
  if (!in_path("CloudCompare")) return {};
  Method method;
  method.id = "cloudcompare";
  method.title = "CloudCompare, whole process";
  method.answer = "distances";
  method.poses = PoseChoice::one;
  method.most_triangles = 300'000;
  method.prepare = prepare;
  return {method};
}

}  // namespace intercusp::bench
