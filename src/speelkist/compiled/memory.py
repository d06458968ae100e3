"""Memory for compiled code: rows without an owner, words to the processor's cache, and small arrays that cost nothing.

A row that is cut out of an array the usual way counts its owner up and down, which is slow, and slower still when
two threads do it with the same array. These rows do not: whoever uses one keeps its array alive.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numba.core.cgutils
import numba.np.arrayobj
import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

CACHE_LINE = 64  # bytes

cgutils: Any = numba.core.cgutils  # these have no types
populate_array: Any = numba.np.arrayobj.populate_array


def _row(builder: Any, context: Any, array: Any, kind: Any, number: Any) -> Any:
    """The array's struct, and the address of its row."""
    source = context.make_array(kind)(context, builder, array)
    step = cgutils.unpack_tuple(builder, source.strides, 2)[0]
    begin = builder.gep(builder.bitcast(source.data, cgutils.voidptr_t), [builder.mul(number, step)])
    return source, begin


def _typed_row(_context: Any, array: Any, number: Any) -> Any:
    kind = types.Array(array.dtype, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, begin = _row(builder, context, arguments[0], signature.args[0], arguments[1])
        row = context.make_array(kind)(context, builder)
        size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(array.dtype)))
        populate_array(
            row,
            data=builder.bitcast(begin, source.data.type),
            shape=cgutils.pack_array(builder, [cgutils.unpack_tuple(builder, source.shape, 2)[1]]),
            strides=cgutils.pack_array(builder, [size]),
            itemsize=size,
            meminfo=None,
        )
        return row._getvalue()

    return kind(array, types.intp), generate


def _typed_prefetch(_context: Any, array: Any, number: Any, first: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, begin = _row(builder, context, arguments[0], signature.args[0], arguments[1])
        size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(array.dtype)))
        low = builder.mul(arguments[2], size)
        high = builder.add(low, builder.mul(arguments[3], size))
        flag = ir.IntType(32)
        known = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, flag, flag, flag])
        ask = cgutils.get_or_insert_function(builder.module, known, "llvm.prefetch.p0")
        with cgutils.for_range_slice(builder, low, high, low.type(CACHE_LINE)) as (at, _):
            builder.call(ask, [builder.gep(begin, [at]), flag(1), flag(3), flag(1)])  # to write, and soon
        return context.get_dummy_value()

    return types.void(array, types.intp, types.intp, types.intp), generate


if TYPE_CHECKING:

    def row_of(array: NDArray[Any], number: int) -> NDArray[Any]:
        """A row of an array with two dimensions, in compiled code."""

    def prefetch(array: NDArray[Any], number: int, first: int, count: int) -> None:
        """Say that ``count`` numbers of a row, from ``first`` on, will be written soon."""

else:
    row_of = intrinsic(_typed_row)
    prefetch = intrinsic(_typed_prefetch)


def scratch(size: int, kind: type[np.generic]) -> Callable[[], NDArray[Any]]:
    """A function that gives an array for scribbling, of a fixed size and with anything in it.

    In compiled code it lies on the stack of the function that asks for it, which may hand it on to those it calls but
    must not return it. An array made the usual way takes a tenth of the time of listing a game's moves.
    """

    def array() -> NDArray[Any]:
        return np.empty(size, kind)

    def typed(_context: Any) -> Any:
        array_type = types.Array(from_dtype(np.dtype(kind)), 1, "C")

        def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            element = context.get_data_type(array_type.dtype)
            length = context.get_constant(types.intp, size)
            step = context.get_constant(types.intp, context.get_abi_sizeof(element))
            made = context.make_array(array_type)(context, builder)
            populate_array(
                made,
                data=cgutils.alloca_once(builder, element, size=length),
                shape=cgutils.pack_array(builder, [length]),
                strides=cgutils.pack_array(builder, [step]),
                itemsize=step,
                meminfo=None,
            )
            return made._getvalue()

        return array_type(), generate

    instruction = cast("Any", intrinsic(typed))
    overload(array)(lambda: lambda: instruction())  # noqa: PLW0108  (what is compiled must be a function of Python)
    return array
