#!/bin/sh
# Calls ccache, but for precompiled headers: one that ccache brings back was made from headers with other times, so the
# compiler takes them for other files and reads them twice. An old one goes first, or the preprocessor would read it.
case " $* " in
*" c++-header "*)
  previous=
  for argument; do
    [ "$previous" = -o ] && rm -f "$argument"
    previous=$argument
  done
  exec "$@"
  ;;
esac
exec ccache "$@"
