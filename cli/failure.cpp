#include "cli/failure.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "io/files/errors.h"
#include "io/files/result_folder.h"
#include "io/language/language.h"
#include "occlusion/base/free_memory.h"
#include "occlusion/base/lacks_threads.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "viewer/platform/machine.h"

namespace intercusp::cli {
namespace {

constexpr const char* with_less_memory = "use a larger --pixel, thin the meshes out or close other programs";
constexpr const char* without_opengl = "\nUse --engine zlist, which needs no OpenGL.";

//! The estimate made beforehand is a lower bound. This text states how much more memory was not enough.
std::string where_it_ran_out() {
  const std::optional<std::uint64_t> taken = most_memory_taken_bytes();
  return taken ? fmt::format(": {} were taken when it ran out", memory_text(*taken)) : "";
}

}  // namespace

Failure current_failure() {
  try {
    throw;
  } catch (const InputError& error) {
    return {unusable_input, error.finding() ? error.finding()->code : "unusable_input", error.what()};
  } catch (const OutputError& error) {
    return {unwritable_output, "unwritable_output", error.what()};
  } catch (const ReplaceError& error) {
    return {wrong_usage, "would_replace", error.what()};
  } catch (const viewer::WindowError& error) {
    return {engine_missing, "no_window", error.what()};
  } catch (const gl::ContextError& error) {
    return {engine_missing, "engine_missing", std::string(error.what()) + without_opengl};
  } catch (const gl::ShaderError& error) {
    return {engine_missing, "engine_missing", std::string(error.what()) + without_opengl};
  } catch (const std::length_error& error) {
    return {wrong_usage, "wrong_usage", error.what()};
  } catch (const NotEnoughMemory& error) {
    return {unusable_input, "out_of_memory",
            fmt::format("this needs at least {} of memory, {} are free; {}", memory_text(error.needed_bytes),
                        memory_text(error.free_bytes), with_less_memory)};
  } catch (const std::bad_alloc&) {
    return {unusable_input, "out_of_memory",
            fmt::format("not enough memory for these meshes at this pixel size{}; {}", where_it_ran_out(),
                        with_less_memory)};
  } catch (const std::exception& error) {
    if (lacks_threads(error))
      return {unusable_input, "no_threads",
              "no thread can be started; close other programs or raise the limit on processes (ulimit -u)"};
    if (std::ferror(stdout) == 0) return {unusable_input, "unusable_input", error.what()};
    return {unwritable_output, "unwritable_output",
            std::string("the standard output cannot be written: ") + std::strerror(errno)};
  }
}

}  // namespace intercusp::cli
