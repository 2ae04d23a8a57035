#include "cli/failure.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "io/files/errors.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "viewer/panels/window.h"

namespace intercusp::cli {
namespace {

constexpr const char* without_opengl = "\nUse --engine zlist, which needs no OpenGL.";

}  // namespace

Failure current_failure() {
  try {
    throw;
  } catch (const InputError& error) {
    return {unusable_input, error.finding() ? error.finding()->code : "unusable_input", error.what()};
  } catch (const OutputError& error) {
    return {unwritable_output, "unwritable_output", error.what()};
  } catch (const viewer::WindowError& error) {
    return {engine_missing, "no_window", error.what()};
  } catch (const gl::ContextError& error) {
    return {engine_missing, "engine_missing", std::string(error.what()) + without_opengl};
  } catch (const gl::ShaderError& error) {
    return {engine_missing, "engine_missing", std::string(error.what()) + without_opengl};
  } catch (const std::length_error& error) {
    return {wrong_usage, "wrong_usage", error.what()};
  } catch (const std::bad_alloc&) {
    return {unusable_input, "out_of_memory",
            "not enough memory for these meshes at this pixel size; use a larger --pixel"};
  } catch (const std::exception& error) {
    if (std::ferror(stdout) == 0) return {unusable_input, "unusable_input", error.what()};
    return {unwritable_output, "unwritable_output",
            std::string("the standard output cannot be written: ") + std::strerror(errno)};
  }
}

}  // namespace intercusp::cli
