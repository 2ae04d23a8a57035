#include "occlusion/engines/gl/context.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "occlusion/engines/gl/context_thread.h"
#include "occlusion/engines/gl/draw_state.h"
#include "occlusion/engines/gl/objects.h"
#include "occlusion/engines/gl/program.h"

namespace intercusp::gl {
namespace {

TEST(Context, says_what_it_tried_and_what_it_got) {
  const Context context;
  ASSERT_FALSE(context.attempts().empty());
  EXPECT_TRUE(context.attempts().back().succeeded);
  for (const ContextAttempt& attempt : context.attempts()) EXPECT_FALSE(attempt.outcome.empty());
  EXPECT_FALSE(context.info().renderer.empty());
  EXPECT_NE(context.info().version.find("4.5"), std::string::npos) << context.info().version;
  EXPECT_GE(context.info().max_texture_px, 16384);  // the least that OpenGL 4.5 allows
  EXPECT_GE(context.info().max_color_attachments, 8);
}

TEST(Context, knows_that_software_draws) {
  if (std::getenv("LIBGL_ALWAYS_SOFTWARE") == nullptr) GTEST_SKIP() << "a GPU may draw here";
  EXPECT_TRUE(Context().is_software());
}

TEST(Context, takes_hints_on_speed_for_no_complaints) {
  const Context context;
  const auto say = [](GLenum type) {
    glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, type, 1, GL_DEBUG_SEVERITY_MEDIUM, -1, "a hint");
  };
  say(GL_DEBUG_TYPE_PERFORMANCE);
  EXPECT_TRUE(context.debug_messages().empty());
  say(GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR);
  EXPECT_EQ(context.debug_messages().size(), 1U);
}

TEST(Context, collects_what_opengl_complains_about) {
  const Context context;
  EXPECT_TRUE(context.debug_messages().empty());
  glEnable(GL_TEXTURE_2D + 1);
  EXPECT_EQ(context.debug_messages().size(), 1U);
  EXPECT_THROW(context.throw_on_error(), ContextError);
  EXPECT_NO_THROW(context.throw_on_error());
}

TEST(ContextThread, leaves_the_caller_the_context_that_it_had) {
  const Context own;
  const Buffer of_own(std::size_t{16});
  {
    ContextThread thread;
    std::optional<Texture> texture;
    thread.run([&] {
      EXPECT_FALSE(glIsBuffer(of_own.get()) == GL_TRUE);
      texture.emplace(GL_R32F, 4, 4);
      EXPECT_NO_THROW(thread.context().throw_on_error());
    });
    EXPECT_TRUE(glIsBuffer(of_own.get()) == GL_TRUE);
    EXPECT_FALSE(glIsTexture(texture->get()) == GL_TRUE);
    thread.run([&] { texture.reset(); });
  }
  EXPECT_TRUE(glIsBuffer(of_own.get()) == GL_TRUE);
}

TEST(ContextThread, gives_its_callers_what_their_own_work_throws) {
  ContextThread thread;
  EXPECT_THROW(thread.run([] { throw std::out_of_range("on purpose"); }), std::out_of_range);
  EXPECT_NO_THROW(thread.run([] {}));
}

TEST(ContextThread, does_the_work_of_many_callers_one_after_another) {
  ContextThread thread;
  int done = 0;  // no atomic: only one work runs at a time
  std::vector<std::thread> callers;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&] {
      for (int k = 0; k < 100; ++k) thread.run([&] { ++done; });
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(done, 800);
}

TEST(InContext, makes_and_destroys_its_object_where_it_is_used) {
  struct Noted {
    explicit Noted(std::vector<EGLContext>& seen_in) : seen(seen_in) { note(); }
    ~Noted() { note(); }
    void note() const { seen.push_back(eglGetCurrentContext()); }
    std::vector<EGLContext>& seen;
  };
  std::vector<EGLContext> seen;
  {
    InContext<Noted> noted([&](const Context&) { return std::make_unique<Noted>(seen); });
    noted.run([&] { noted->note(); });
  }
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_NE(seen[0], EGL_NO_CONTEXT);
  EXPECT_EQ(seen[1], seen[0]);
  EXPECT_EQ(seen[2], seen[0]);
}

TEST(InContext, tells_what_opengl_complains_about) {
  const auto make = [](const Context&) { return std::make_unique<int>(0); };
  InContext<int> object(make);
  EXPECT_NO_THROW(object.run([] {}));
  EXPECT_THROW(object.run([] { glEnable(GL_TEXTURE_2D + 1); }), ContextError);
  EXPECT_THROW(InContext<int>([&](const Context& context) {
                 glEnable(GL_TEXTURE_2D + 1);
                 return make(context);
               }),
               ContextError);
}

//! libEGL would free the state of such a thread twice where it ends together with the process.
TEST(ContextThread, is_current_on_no_other_thread) {
  std::thread([] {
    ContextThread thread;
    thread.run([] { EXPECT_NE(eglGetCurrentContext(), EGL_NO_CONTEXT); });
    EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
  }).join();
}

TEST(Program, says_where_a_shader_does_not_compile) {
  const Context context;
  try {
    const Program program("#version 450 core\nvoid main() { nonsense }\n",
                          "#version 450 core\nvoid main() {}\n");
    FAIL() << "compiled";
  } catch (const ShaderError& error) {
    EXPECT_NE(std::string(error.what()).find("vertex"), std::string::npos);
  }
}

TEST(DrawState, a_scissored_draw_leaves_the_rest_alone) {
  const Context context;
  const Program program(
      "#version 450 core\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, "
      "gl_VertexID == 2 ? 3.0 : -1.0, 0.5, 1.0); }\n",
      "#version 450 core\nlayout(location = 0) out float value;\nvoid main() { value = 2.0; }\n");
  const Texture texture(GL_R32F, 8, 8);
  texture.clear_to_zero();
  const Framebuffer target({&texture});
  const VertexArray none;
  apply({.scissor = {2, 1, 3, 4}}, target);
  glUseProgram(program.get());
  glBindVertexArray(none.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  std::array<float, 64> values{};
  texture.read(GL_RED, GL_FLOAT, std::as_writable_bytes(std::span(values)));
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 8; ++x) {
      const bool inside = x >= 2 && x < 5 && y >= 1 && y < 5;
      EXPECT_EQ(values.at(static_cast<std::size_t>(8 * y + x)), inside ? 2.0F : 0.0F) << x << ' ' << y;
    }
  }
  EXPECT_TRUE(context.debug_messages().empty());
}

}  // namespace
}  // namespace intercusp::gl
