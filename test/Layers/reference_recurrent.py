"""The convolutions of Chebyshev and the recurrent layers; see reference.py."""

import numpy as np

from reference import normalized_adjacency, random_walks, sigmoid, softmax


def chebyshev(graph, x, order):
    """T_0, ..., T_(order - 1) of L = -D^-1/2 A D^-1/2, times x."""
    laplacian = -normalized_adjacency(graph)
    terms = [np.eye(graph.S), laplacian]
    for _ in range(2, order):
        terms.append(2.0 * laplacian @ terms[-1] - terms[-2])
    return [term @ x for term in terms[:order]]


def cheb(graph, x, w, b):
    return np.concatenate(chebyshev(graph, x, 3), axis=1) @ w + b


def cheb_order(graph, x, w, b):
    return sum(term @ matrix for term, matrix in zip(chebyshev(graph, x, len(w)), w)) + b


def gru(basis, x, h, w_gates, b_gates, w_candidate, b_candidate, update_first):
    """A GRU whose maps act on basis([x, h])."""
    joined = lambda state: basis(np.concatenate([x, state], axis=1))
    gates = sigmoid(joined(h) @ w_gates + b_gates)
    first, second = gates[:, : h.shape[1]], gates[:, h.shape[1] :]
    update, reset = (first, second) if update_first else (second, first)
    candidate = np.tanh(joined(reset * h) @ w_candidate + b_candidate)
    return update * h + (1.0 - update) * candidate


def gconv_gru_cell(graph, x, h, **maps):
    basis = lambda v: np.concatenate(chebyshev(graph, v, 3), axis=1)
    return gru(basis, x, h, **maps, update_first=True)


def gconv_gru(graph, x, h0, **maps):
    for period in x:
        h0 = gconv_gru_cell(graph, period, h0, **maps)
    return h0


def diffusion_gru_cell(graph, x, h, affinity, **maps):
    forward, reverse = random_walks(graph, affinity)
    basis = lambda v: np.concatenate([v, forward @ v, reverse @ v], axis=1)
    return gru(basis, x, h, **maps, update_first=False)


def diffusion_gru(graph, x, h0, affinity, **maps):
    for period in x:
        h0 = diffusion_gru_cell(graph, period, h0, affinity, **maps)
    return h0


def tgcn_cell(graph, x, h, w_conv, b_conv, w_update, b_update, w_reset, b_reset, w_candidate, b_candidate):
    p = normalized_adjacency(graph)
    width = h.shape[1]
    # Three convolutions, one after the other.
    conv = [p @ x @ w_conv[:, i : i + width] + b_conv[i : i + width] for i in (0, width, 2 * width)]
    update = sigmoid(np.concatenate([conv[0], h], axis=1) @ w_update + b_update)
    reset = sigmoid(np.concatenate([conv[1], h], axis=1) @ w_reset + b_reset)
    candidate = np.tanh(np.concatenate([conv[2], reset * h], axis=1) @ w_candidate + b_candidate)
    return update * h + (1.0 - update) * candidate


def tgcn(graph, x, h0, **maps):
    for period in x:
        h0 = tgcn_cell(graph, period, h0, **maps)
    return h0


def a3tgcn(graph, x, h0, scores, **maps):
    states = []
    for period in x:
        h0 = tgcn_cell(graph, period, h0, **maps)
        states.append(h0)
    return sum(weight * state for weight, state in zip(softmax(scores), states))


def a3tgcn_scored(graph, x, h0, w_features, b_features, w_nodes, b_nodes, **maps):
    states = []
    for period in x:
        h0 = tgcn_cell(graph, period, h0, **maps)
        states.append(h0)
    scores = np.array([w_nodes @ (state @ w_features + b_features) + b_nodes for state in states])
    return sum(weight * state for weight, state in zip(softmax(scores), states))


def a3tgcn_restarted(graph, x, h0, scores, **maps):
    states = [tgcn_cell(graph, period, h0, **maps) for period in x]
    return sum(weight * state for weight, state in zip(softmax(scores), states))


def ggnn_cell(graph, h, w_message, w_gates, b_gates, w_candidate, b_candidate):
    a = np.zeros_like(h)
    for _, (u, v) in graph.edges():
        a[v] += h[u] @ w_message
    width = h.shape[1]
    gates = sigmoid(np.concatenate([a, h], axis=1) @ w_gates + b_gates)
    update, reset = gates[:, :width], gates[:, width:]
    candidate = np.tanh(np.concatenate([a, reset * h], axis=1) @ w_candidate + b_candidate)
    return (1.0 - update) * h + update * candidate


def ggnn(graph, x, steps, **maps):
    for _ in range(int(steps)):
        x = ggnn_cell(graph, x, **maps)
    return x
