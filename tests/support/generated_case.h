// A generated case, made once for all tests of a fixture: upper.ply and lower.ply with labels.
#pragma once

#include <memory>

#include "tests/support/program.h"

namespace intercusp::testing {

//! \tparam Fixture derives from this, so that each fixture has its own case
template <class Fixture, int triangles = 4000>
class GeneratedCase : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = std::make_unique<TemporaryFolder>();
    ASSERT_EQ(run_program("generate dentition --triangles " + std::to_string(triangles) + " --out " +
                          quoted(made_->path()))
                  .status,
              0);
  }
  static void TearDownTestSuite() { made_.reset(); }

  //! The same scan without labels: their property has another name.
  [[nodiscard]] std::string unlabelled(const std::string& name) const {
    std::string bytes = bytes_of(*made_ / (name + ".ply"));
    bytes.replace(bytes.find(" label\n"), 7, " other\n");
    write_text(folder_ / (name + ".ply"), bytes);
    return quoted(folder_ / (name + ".ply"));
  }

  inline static std::unique_ptr<TemporaryFolder> made_;
  TemporaryFolder folder_;
};

}  // namespace intercusp::testing
