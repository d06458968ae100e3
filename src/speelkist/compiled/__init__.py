"""The kernel contract, the compiler and its cache, nets, weights and playouts. All of it needs numba."""
