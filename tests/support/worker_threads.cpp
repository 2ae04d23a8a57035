// Part of every test program.
#include "occlusion/base/worker_threads.h"

#include <gtest/gtest.h>

#include <optional>

namespace intercusp::testing {
namespace {

class EndOfThreads : public ::testing::Environment {
 public:
  void TearDown() override { threads_.reset(); }

 private:
  std::optional<WorkerThreads> threads_{std::in_place};
};

[[maybe_unused]] ::testing::Environment* const end_of_threads =
    ::testing::AddGlobalTestEnvironment(new EndOfThreads);

}  // namespace
}  // namespace intercusp::testing
