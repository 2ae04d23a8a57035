#!/bin/sh
# Calls ccache. An old precompiled header goes first: the preprocessor would read it in place of the headers that it is
# made from, and ccache would return it for whatever these say now.
case " $* " in
*" c++-header "*)
  previous=
  for argument; do
    [ "$previous" = -o ] && rm -f "$argument"
    previous=$argument
  done
  ;;
esac
exec ccache "$@"
