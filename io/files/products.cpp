#include "io/files/products.h"

#include <tbb/task_arena.h>

#include "occlusion/base/for_all.h"

namespace intercusp {

std::vector<OutputFile> make_all(const std::vector<Product>& products) {
  std::vector<OutputFile> files(products.size());
  for_each_task(products.size(), [&](std::size_t i) {
    FirstError error;  // exceptions must not pass through oneTBB
    // Isolated, so that a thread that waits inside one product does not start another.
    tbb::this_task_arena::isolate([&] {
      error.keep_of([&] { files[i] = {products[i].name, products[i].make()}; });
    });
    error.rethrow();
  });
  return files;
}

}  // namespace intercusp
