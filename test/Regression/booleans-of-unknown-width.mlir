// Rows of booleans whose width is known at run time only: a byte each in memory.

// RUN: mesh-opt %s --run=f --arg=[[0,1,2],[1,0,0]] --arg=[[true,false,false,false,false,true,false,true,false,true,false,false,false,false,true,false,true,false,true,false,false,false,false,true,false,true,false,true,false,false,false,false,true,false,true,false,true,false,false,false],[true,false,false,false,true,false,false,false,true,true,false,false,false,true,false,false,false,true,true,false,false,false,true,false,false,false,true,true,false,false,false,true,false,false,false,true,true,false,false,false],[true,false,false,false,false,true,false,true,false,true,false,false,false,false,true,false,true,false,true,false,false,false,false,true,false,true,false,true,false,false,false,false,true,false,true,false,true,false,false,false]] --compare-reference
func.func @f(%g: !mesh.graph, %x: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %m = mesh.gather %x, %g source : (tensor<?x?xi1>, !mesh.graph) -> tensor<?x?xi1>
  return %m : tensor<?x?xi1>
}
