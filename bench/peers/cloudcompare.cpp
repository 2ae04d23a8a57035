#include "bench/peers/cloudcompare.h"

#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <string>

#include "bench/agreement.h"
#include "bench/peers/whole_process.h"

namespace intercusp::bench {
namespace {

class CloudCompare {
 public:
  explicit CloudCompare(const BenchCase& bench_case) : process_(bench_case) {}

  void run(const Eigen::Isometry3d& pose) {
    process_.run(pose,
                 "QT_QPA_PLATFORM=offscreen CloudCompare -SILENT -NO_TIMESTAMP -C_EXPORT_FMT "
                 "ASC -PREC 7 -O lower.ply -O upper.ply -C2M_DIST",
                 answer_);
  }

  //! The last column of its file.
  [[nodiscard]] std::vector<float> distances() const {
    std::vector<float> result;
    std::ifstream file(process_.file(answer_));
    for (std::string line; std::getline(file, line);) {
      const std::size_t space = line.find_last_of(' ');
      if (space != std::string::npos) result.push_back(std::strtof(line.c_str() + space, nullptr));
    }
    process_.expect_one_per_vertex(result);
    return result;
  }

 private:
  static constexpr const char* answer_ = "lower_C2M_DIST.asc";
  WholeProcess process_;
};

Prepared prepare(const BenchCase& bench_case, const View&) {
  const auto peer = std::make_shared<CloudCompare>(bench_case);
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
