// Common code of peers that are separate programs: they read jaws from files and write distances to a file.
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "bench/bench_case.h"
#include "occlusion/geometry/solid.h"

namespace intercusp::bench {

//! Whether a folder of PATH has a program of this name.
[[nodiscard]] bool in_path(const std::string& program);

//! A temporary folder, removed with the value.
class WorkFolder {
 public:
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

//! One program's work on one case: upper.ply, written once, has the upper with its faces; lower.ply has the
//! lower's posed vertices alone, in their order.
class WholeProcess {
 public:
  explicit WholeProcess(const BenchCase& bench_case);

  //! Writes lower.ply and gives `command` to the shell in the folder. \throw std::runtime_error if it fails or leaves
  //! no file `answer`.
  void run(const Eigen::Isometry3d& pose, const std::string& command, const std::string& answer) const;

  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }

  //! \throw std::runtime_error unless there is one distance per vertex of the lower: a program may merge or drop
  //! vertices.
  void expect_one_per_vertex(std::span<const float> distances) const;

 private:
  std::shared_ptr<const Solid> lower_;
  WorkFolder folder_;
};

}  // namespace intercusp::bench
