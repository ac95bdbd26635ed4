//===- PortableMath.h - functions with the same bits everywhere -*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// The C library's log, cos and pow differ in the last bit from system to
// system, and generated data may not. These use additions, multiplications and
// divisions of doubles in a fixed order, none of them contracted, and exact
// scalings by powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_PORTABLEMATH_H
#define MESH_DRIVER_DATA_PORTABLEMATH_H

namespace mesh::driver::portable {

/// log(x) of a finite x > 0, with an error below 3 units in the last place.
double log(double x);

/// exp(x), with an error below 3 units in the last place; infinite from 709.78
/// on, 0 below -745.2.
double exp(double x);

/// exp(y log(x)) of a finite x > 0; its relative error is that of `exp` and
/// 3 |y log(x)| 2^-53.
double pow(double x, double y);

/// cos(2 pi u) of 0 <= u <= 1, with an absolute error below 2^-52.
double cosOfTurns(double u);

} // namespace mesh::driver::portable

#endif // MESH_DRIVER_DATA_PORTABLEMATH_H
