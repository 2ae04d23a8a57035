// The program: parses the command line, runs one command, turns what went wrong into an exit status.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <new>

#include "cli/articulate_command.h"
#include "cli/close_command.h"
#include "cli/doctor_command.h"
#include "cli/exit_status.h"
#include "cli/generate_command.h"
#include "cli/inspect_command.h"
#include "cli/interfere_command.h"
#include "cli/measure_command.h"
#include "cli/memory.h"
#include "cli/play_command.h"
#include "cli/settle_command.h"
#include "cli/slide_command.h"
#include "cli/validate_command.h"
#include "cli/view_command.h"
#include "io/files/errors.h"
#include "occlusion/engines/gl/context.h"
#include "occlusion/engines/gl/program.h"
#include "viewer/panels/window.h"

namespace {

using namespace intercusp;

int fail(cli::ExitStatus status, const std::string& message) {
  std::cerr << "intercusp: " << message << '\n';
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  cli::keep_freed_memory();
  CLI::App program("Inspect how the teeth of two jaws meet. Lengths are millimetres, angles degrees.",
                   "intercusp");
  program.set_version_flag("--version", "intercusp " INTERCUSP_VERSION);
  program.require_subcommand(1);
  program.footer(
      "For research and planning support; the user decides.\n"
      "Exit status: 0 done, 2 wrong usage, 3 an input cannot be used, 4 the engine is not available, "
      "5 an output cannot be written.");
  try {
    cli::add_inspect_command(program);
    cli::add_close_command(program);
    cli::add_slide_command(program);
    cli::add_articulate_command(program);
    cli::add_settle_command(program);
    cli::add_validate_command(program);
    cli::add_play_command(program);
    cli::add_interfere_command(program);
    cli::add_measure_command(program);
    cli::add_generate_command(program);
    cli::add_doctor_command(program);
    cli::add_view_command(program);
    program.parse(argc, argv);
    return cli::done;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? cli::done : cli::wrong_usage;
  } catch (const InputError& error) {
    return fail(cli::unusable_input, error.what());
  } catch (const OutputError& error) {
    return fail(cli::unwritable_output, error.what());
  } catch (const viewer::WindowError& error) {
    return fail(cli::engine_missing, error.what());
  } catch (const gl::ContextError& error) {
    return fail(cli::engine_missing,
                std::string(error.what()) + "\nUse --engine zlist, which needs no OpenGL.");
  } catch (const gl::ShaderError& error) {
    return fail(cli::engine_missing,
                std::string(error.what()) + "\nUse --engine zlist, which needs no OpenGL.");
  } catch (const std::length_error& error) {
    return fail(cli::wrong_usage, error.what());
  } catch (const std::bad_alloc&) {
    return fail(cli::unusable_input,
                "not enough memory for these meshes at this pixel size; use a larger --pixel");
  } catch (const std::exception& error) {
    return fail(cli::unusable_input, error.what());
  }
}
