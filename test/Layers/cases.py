"""What check.py calls: for each program, its functions, their arguments and graphs.

A shape is written in words: S and T stand for the numbers of source and target
nodes, E for that of edges; "" is a scalar.
"""

from collections import namedtuple

import numpy as np

import reference
import reference_more as more
import reference_recurrent as recurrent

# `value` and `gradient` are functions of the program, `reference` the NumPy one.
# `arguments` maps names to shapes or, for what is not drawn from a normal
# distribution, to functions of a generator and the graph. `graphs` is a key of GRAPHS.
# With `alone`, `value` is compiled and run, not only as a part of `gradient`; with
# `second`, second derivatives are compared, on the graph with duplicates.
Case = namedtuple(
    "Case", "value gradient reference arguments graphs alone second", defaults=["plain", True, False]
)


def plain_graphs():
    """Five nodes unless said otherwise; edges in no order."""
    star = [1, 2, 3, 4, 5]
    return {
        "random": reference.Graph([3, 0, 1, 4, 2, 0, 4, 1, 3], [1, 2, 0, 1, 4, 3, 0, 4, 0], 5),
        # Two edges 0 -> 1 and three 2 -> 2, a self-loop at 1; 3 only sends, 4 and 5 have no edge.
        "duplicates": reference.Graph([2, 0, 1, 0, 2, 3, 2], [2, 1, 1, 1, 2, 0, 2], 6),
        "no edges": reference.Graph([], [], 3),
        "star": reference.Graph(star, [0] * 5, 6),
    }


def symmetric_graphs():
    """For layers that require both directions of every edge, and no self-loop."""
    both = lambda pairs, nodes: reference.Graph(
        [u for u, _ in pairs] + [v for _, v in pairs], [v for _, v in pairs] + [u for u, _ in pairs], nodes
    )
    return {
        "random": both([(3, 1), (0, 2), (1, 0), (4, 1), (2, 4)], 5),
        "duplicates": both([(2, 0), (0, 2), (3, 1), (0, 1), (2, 0)], 6),
        "no edges": reference.Graph([], [], 3),
        "star": both([(i, 0) for i in range(1, 6)], 6),
    }


def bipartite_graphs():
    """Sources and targets are different nodes."""
    return {
        "random": reference.Graph([3, 0, 1, 4, 2, 0, 4, 1, 3], [1, 2, 0, 1, 2, 0, 0, 1, 0], 5, 3),
        "duplicates": reference.Graph([2, 0, 2, 0, 1], [1, 0, 1, 0, 0], 4, 3),
        "no edges": reference.Graph([], [], 3, 2),
        "star": reference.Graph([0, 1, 2, 3, 4], [0] * 5, 5, 1),
    }


def one_graph():
    """For references that take long."""
    return {name: graph for name, graph in plain_graphs().items() if name == "duplicates"}


GRAPHS = {"plain": plain_graphs, "one": one_graph, "symmetric": symmetric_graphs, "bipartite": bipartite_graphs}


def affinity(rng, graph):
    return rng.uniform(0.5, 2.0, len(graph))


def edge_type(rng, graph):
    return rng.integers(0, 3, len(graph))


def three_steps(rng, graph):
    return np.int64(3)


def positive(rng, graph):
    return np.array(rng.uniform(0.5, 2.0))


def leading_axes(layer, graphs="plain", **maps):
    """The cases of a layer of x alone for X [B, N, 4] and X [B, T, N, 4]."""
    return [
        Case("batch", "batch_gradient", more.each(layer, "x"), dict(x="2 S 4", **maps), graphs, alone=False),
        Case(
            "sequences",
            "sequences_gradient",
            more.each(more.each(layer, "x"), "x"),
            dict(x="2 3 S 4", **maps),
            graphs,
            alone=False,
        ),
    ]


def recurrent_axes(cell, loop, graphs="plain", **maps):
    """The cases of a recurrent layer for X [B, N, 4] (the cell) and X [B, T, N, 4]."""
    return [
        Case(
            "batch",
            "batch_gradient",
            more.each(cell, "x", "h"),
            dict(x="2 S 4", h="2 S 2", **maps),
            graphs,
            alone=False,
        ),
        Case(
            "sequences",
            "sequences_gradient",
            more.each(loop, "x", "h0"),
            dict(x="2 3 S 4", h0="2 S 2", **maps),
            graphs,
            alone=False,
        ),
    ]


GRU = dict(w_gates="18 4", b_gates="4", w_candidate="18 2", b_candidate="2")
STATE = dict(w_gates="8 8", b_gates="8", w_candidate="8 4", b_candidate="4")
TGCN = dict(
    w_conv="4 6",
    b_conv="6",
    w_update="4 2",
    b_update="2",
    w_reset="4 2",
    b_reset="2",
    w_candidate="4 2",
    b_candidate="2",
)
HEADS = dict(x="S 4", w="4 128", a_source="8 16", a_target="8 16")

PROGRAMS = {
    "sage": [
        Case("sage", "gradient", reference.sage, dict(x="S 4", w_neighbor="4 2", b_neighbor="2", w_root="4 2")),
        *leading_axes(reference.sage, w_neighbor="4 2", b_neighbor="2", w_root="4 2"),
    ],
    "gcn": [
        Case("gcn", "gradient", reference.gcn, dict(x="S 4", w="4 2", b="2"), second=True),
        *leading_axes(reference.gcn, w="4 2", b="2"),
    ],
    "weighted_sum": [
        Case("weighted_sum", "gradient", reference.weighted_sum, dict(x="S 4", w="E")),
        *leading_axes(reference.weighted_sum, w="E"),
    ],
    "diffusion": [
        Case("diffusion", "gradient", reference.diffusion, dict(x="S 4", affinity=affinity)),
        Case(
            "absolute_basis",
            "absolute_gradient",
            reference.absolute_basis,
            dict(x="S 4", affinity=affinity),
            alone=False,
        ),
        Case(
            "residual_basis",
            "residual_gradient",
            reference.residual_basis,
            dict(x="S 4", affinity=affinity),
            alone=False,
        ),
        *leading_axes(reference.diffusion, affinity=affinity),
    ],
    "gine": [
        Case(
            "gine",
            "gradient",
            reference.gine,
            dict(x="S 4", edge="E 3", w_edge="3 4", b_edge="4", eps="", w1="4 8", b1="8", w2="8 2", b2="2"),
        )
    ],
    "gat": [
        Case("gat", "gradient", reference.gat, dict(HEADS, b="128")),
        Case("gat_average", "average_gradient", reference.gat_average, dict(HEADS, b="16"), alone=False),
        Case(
            "gat_single",
            "single_gradient",
            reference.gat_single,
            dict(x="S 4", w="4 16", a_source="16", a_target="16", b="16"),
            alone=False,
            second=True,
        ),
        *leading_axes(reference.gat, "one", w="4 128", a_source="8 16", a_target="8 16", b="128"),
    ],
    "cheb": [
        Case("cheb", "gradient", recurrent.cheb, dict(x="S 4", w="12 2", b="2"), "symmetric"),
        *[
            Case(
                "cheb_order",
                "order_gradient",
                recurrent.cheb_order,
                dict(x="S 4", w=f"{order} 4 2", b="2"),
                "symmetric",
                alone=False,
            )
            for order in (1, 4)
        ],
        *leading_axes(recurrent.cheb, "symmetric", w="12 2", b="2"),
    ],
    "gconv_gru": [
        Case(
            "cell",
            "cell_gradient",
            recurrent.gconv_gru_cell,
            dict(x="S 4", h="S 2", **GRU),
            "symmetric",
            alone=False,
        ),
        Case(
            "gconv_gru", "gradient", recurrent.gconv_gru, dict(x="3 S 4", h0="S 2", **GRU), "symmetric", alone=False
        ),
        *recurrent_axes(recurrent.gconv_gru_cell, recurrent.gconv_gru, "symmetric", **GRU),
    ],
    "tgcn": [
        Case("cell", "cell_gradient", recurrent.tgcn_cell, dict(x="S 4", h="S 2", **TGCN), alone=False, second=True),
        Case("tgcn", "gradient", recurrent.tgcn, dict(x="3 S 4", h0="S 2", **TGCN), alone=False),
        *recurrent_axes(recurrent.tgcn_cell, recurrent.tgcn, **TGCN),
    ],
    "a3tgcn": [
        Case("a3tgcn", "gradient", recurrent.a3tgcn, dict(x="3 S 4", h0="S 2", scores="3", **TGCN), alone=False),
        Case(
            "scored",
            "scored_gradient",
            recurrent.a3tgcn_scored,
            dict(x="3 S 4", h0="S 2", w_features="2", b_features="", w_nodes="S", b_nodes="", **TGCN),
            alone=False,
        ),
        Case(
            "restarted",
            "restarted_gradient",
            recurrent.a3tgcn_restarted,
            dict(x="3 S 4", h0="S 2", scores="3", **TGCN),
            alone=False,
        ),
    ],
    "diffusion_gru": [
        Case(
            "cell",
            "cell_gradient",
            recurrent.diffusion_gru_cell,
            dict(x="S 4", h="S 2", affinity=affinity, **GRU),
            alone=False,
        ),
        Case(
            "diffusion_gru",
            "gradient",
            recurrent.diffusion_gru,
            dict(x="3 S 4", h0="S 2", affinity=affinity, **GRU),
            alone=False,
        ),
        *recurrent_axes(recurrent.diffusion_gru_cell, recurrent.diffusion_gru, affinity=affinity, **GRU),
    ],
    "gin": [
        Case("gin", "gradient", more.gin, dict(x="S 4", eps="", w1="4 8", b1="8", w2="8 2", b2="2"), alone=False),
        *leading_axes(more.gin, eps="", w1="4 8", b1="8", w2="8 2", b2="2"),
    ],
    "gatv2": [
        Case("gatv2", "gradient", more.gatv2, dict(x="S 4", w_source="4 6", w_target="4 6", a="2 3"), alone=False)
    ],
    "transformer_conv": [
        Case(
            "transformer_conv",
            "gradient",
            more.transformer_conv,
            dict(
                x="S 4", edge="E 3", w_query="4 4", w_key="4 4", w_value="4 4", w_edge="3 4", w_skip="4 4", b="4"
            ),
            alone=False,
        )
    ],
    "edge_conv": [
        Case(
            "edge_conv",
            "gradient",
            more.edge_conv,
            dict(x="S 4", w_own="4 8", w_difference="4 8", b1="8", w2="8 2", b2="2"),
        )
    ],
    "pna": [
        Case(
            "pna",
            "gradient",
            more.pna,
            dict(x="S 4", w_source="4 4", w_target="4 4", b_message="4", delta=positive, w="52 2", b="2"),
        )
    ],
    "space_time": [
        Case(
            "space_time",
            "gradient",
            more.space_time,
            dict(x=f"S {times} 4", a="", b="", w_neighbor="4 2", w_root="4 2", c="2"),
            alone=times == 3,
        )
        for times in (3, 1)
    ],
    "ggnn": [
        Case("cell", None, recurrent.ggnn_cell, dict(h="S 4", w_message="4 4", **STATE)),
        Case(
            "ggnn",
            "gradient",
            recurrent.ggnn,
            dict(x="S 4", steps=three_steps, w_message="4 4", **STATE),
            alone=False,
        ),
    ],
    "distmult": [Case("distmult", "gradient", more.distmult, dict(x="S 4", z="T 4", r="4"), "bipartite")],
    "pooling": [Case("pooling", "gradient", more.pooling, dict(x="S 4", a="4"), "bipartite")],
    "appnp": [Case("appnp", "gradient", more.appnp, dict(x="S 4", w="4 2", b="2", alpha=""), alone=False)],
    "rgcn": [
        Case(
            "rgcn",
            "gradient",
            more.rgcn,
            dict(x="S 4", type=edge_type, a1="3", a2="3", v1="4 2", v2="4 2", w_root="4 2", b="2"),
            alone=False,
        )
    ],
    "bipartite": [
        Case(
            "bipartite",
            "gradient",
            more.bipartite,
            dict(x="S 4", z="T 3", w_neighbor="4 2", b="2", w_root="3 2"),
            "bipartite",
        )
    ],
}
