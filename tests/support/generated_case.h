// A generated case, made once for all tests of a fixture: upper.ply and lower.ply with labels.
#pragma once

#include <memory>

#include "tests/support/program.h"

namespace intercusp::testing {

//! \tparam Fixture derives from this, so that each fixture has a case of its own
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

  inline static std::unique_ptr<TemporaryFolder> made_;
  TemporaryFolder folder_;
};

}  // namespace intercusp::testing
