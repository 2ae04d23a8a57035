// Objects of lib3mf: released with their owner, errors thrown.
#pragma once

#include <Model/COM/NMR_DLLInterfaces.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace intercusp {

class Lib3mfError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

//! \param object the object of lib3mf that knows the error; null if unknown
//! \throw Lib3mfError with what lib3mf says, if the result is an error
inline void check_3mf(LIB3MFRESULT result, NMR::PLib3MFBase* object = nullptr) {
  if (result == LIB3MF_OK) return;
  DWORD code = 0;
  const char* why = nullptr;
  if (object != nullptr) (void)NMR::lib3mf_getlasterror(object, &code, &why);
  throw Lib3mfError(std::string("lib3mf: ") + (why != nullptr ? why : "no reason given"));
}

struct Release3mf {
  void operator()(NMR::PLib3MFBase* object) const { (void)NMR::lib3mf_release(object); }
};

//! The object that a function of lib3mf returns through its last argument.
template <class Object, class Make>
[[nodiscard]] std::unique_ptr<Object, Release3mf> made_by_3mf(const Make& make) {
  Object* object = nullptr;
  check_3mf(make(&object));
  return std::unique_ptr<Object, Release3mf>(object);
}

}  // namespace intercusp
