// Parses the command line, runs one command and turns exceptions into exit statuses.

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/interrupt.h"
#include "cli/memory.h"
#include "io/files/errors.h"
#include "io/files/safe_text.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "viewer/panels/window.h"

namespace {

using namespace intercusp;

//! In the order of --help.
constexpr void (*commands[])(CLI::App&) = {
    cli::add_inspect_command,  cli::add_segment_command,    cli::add_close_command,
    cli::add_slide_command,    cli::add_articulate_command, cli::add_settle_command,
    cli::add_validate_command, cli::add_play_command,       cli::add_interfere_command,
    cli::add_spray_command,    cli::add_measure_command,    cli::add_generate_command,
    cli::add_doctor_command,   cli::add_view_command};

constexpr const char* without_opengl = "\nUse --engine zlist, which needs no OpenGL.";

int fail(cli::ExitStatus status, const std::string& message) {
  std::cerr << "intercusp: " << for_terminal(message) << '\n';
  return status;
}

int fail_at_output() {
  return fail(cli::unwritable_output,
              std::string("the standard output cannot be written: ") + std::strerror(errno));
}

}  // namespace

int main(int argc, char** argv) {
  cli::keep_freed_memory();
  cli::report_size_limits_as_errors();
  CLI::App program("Measures how the teeth of two jaws meet. Lengths are in millimetres, angles in degrees.",
                   "intercusp");
  program.set_version_flag("--version", "intercusp " INTERCUSP_VERSION);
  program.require_subcommand(1);
  program.footer(
      "For research and planning support; clinical decisions remain the user's.\n"
      "Exit status: 0 done, 2 wrong usage, 3 an input cannot be used, 4 the engine is not available, "
      "5 an output cannot be written.");
  try {
    for (const auto add : commands) add(program);
    program.parse(argc, argv);
    return std::fflush(stdout) == 0 ? cli::done : fail_at_output();
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? cli::done : cli::wrong_usage;
  } catch (const InputError& error) {
    return fail(cli::unusable_input, error.what());
  } catch (const OutputError& error) {
    return fail(cli::unwritable_output, error.what());
  } catch (const viewer::WindowError& error) {
    return fail(cli::engine_missing, error.what());
  } catch (const gl::ContextError& error) {
    return fail(cli::engine_missing, std::string(error.what()) + without_opengl);
  } catch (const gl::ShaderError& error) {
    return fail(cli::engine_missing, std::string(error.what()) + without_opengl);
  } catch (const std::length_error& error) {
    return fail(cli::wrong_usage, error.what());
  } catch (const std::bad_alloc&) {
    return fail(cli::unusable_input,
                "not enough memory for these meshes at this pixel size; use a larger --pixel");
  } catch (const std::exception& error) {
    return std::ferror(stdout) != 0 ? fail_at_output() : fail(cli::unusable_input, error.what());
  }
}
