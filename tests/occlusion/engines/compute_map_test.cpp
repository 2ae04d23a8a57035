// The result of an analysis whose OpenGL is lost during the work.

#include "occlusion/engines/compute_map.h"

#include <gtest/gtest.h>

#include <vector>

namespace intercusp {
namespace {

struct Analysis {
  EngineReason engine_reason;
};

//! Records each kind of engine tried. Kinds that may use OpenGL lose it.
std::vector<EngineKind> tried_for(EngineKind asked, Analysis& result) {
  std::vector<EngineKind> tried;
  result = with_engine(asked, [&](EngineKind kind) {
    tried.push_back(kind);
    if (kind == EngineKind::automatic || kind == EngineKind::stencil)
      throw gl::ContextError("the context is lost");
    return Analysis{{}};
  });
  return tried;
}

TEST(WithEngine, z_lists_begin_again_where_opengl_was_chosen_and_is_lost) {
  Analysis result;
  EXPECT_EQ(tried_for(EngineKind::automatic, result),
            (std::vector{EngineKind::automatic, EngineKind::zlist}));
  EXPECT_EQ(result.engine_reason.code, EngineReason::Code::opengl_failed);
  EXPECT_EQ(result.engine_reason.detail, "the context is lost");
}

TEST(WithEngine, what_was_asked_for_by_name_is_never_replaced) {
  Analysis result;
  EXPECT_THROW(tried_for(EngineKind::stencil, result), gl::ContextError);
  EXPECT_EQ(tried_for(EngineKind::ray, result), std::vector{EngineKind::ray});
  EXPECT_EQ(result.engine_reason.code, EngineReason::Code::asked_for);
}

}  // namespace
}  // namespace intercusp
