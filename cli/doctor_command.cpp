#include <embree3/rtcore_config.h>
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <thread>

#include "occlusion/engines/gl/context.h"

namespace intercusp::cli {
namespace {

void print_context(const gl::Context& context) {
  for (const gl::ContextAttempt& attempt : context.attempts())
    fmt::print("  {}: {}\n", attempt.way, attempt.outcome);
  const gl::ContextInfo& info = context.info();
  fmt::print("renderer: {}{}\n", info.renderer, info.software ? " (software: drawn by the processor)" : "");
  fmt::print("vendor: {}\nversion: {}\nshading language: {}\n", info.vendor, info.version, info.glsl_version);
  fmt::print("largest texture: {} pixels, largest viewport: {} pixels, colour attachments: {}\n",
             info.max_texture_px, info.max_viewport_px, info.max_color_attachments);
  fmt::print("engine for --engine auto: {}\n", info.software ? "zlist" : "stencil");
}

//! Missing OpenGL is a finding, not a failure.
void run_doctor() {
  fmt::print("intercusp {}\nprocessors: {}\nEmbree: {}\nOpenGL attempts:\n", INTERCUSP_VERSION,
             std::thread::hardware_concurrency(), RTC_VERSION_STRING);
  try {
    print_context(gl::Context());
  } catch (const gl::ContextError& error) {
    fmt::print("  {}\nengine for --engine auto: zlist\n", error.what());
  }
}

}  // namespace

void add_doctor_command(CLI::App& program) {
  program.add_subcommand("doctor", "Show the OpenGL attempts, renderer, versions and limits of this machine")
      ->callback(run_doctor);
}

}  // namespace intercusp::cli
