#!/bin/sh
# Interesting, which mesh-reduce is told by status 1, is a program with a
# segment_max.
! grep -q mesh.segment_max "$1"
