"""The layers of examples/layers in NumPy, from their equations.

Double precision, one function for each program, no code of Mesh. Arguments have the
names that the programs give them. Edges are walked one by one, in the order in
which they are listed; nothing here is fast.
"""

import numpy as np


class Graph:
    """Edge e runs from source[e] to target[e]; S and T are the node counts."""

    def __init__(self, source, target, sources, targets=None):
        self.source, self.target = list(source), list(target)
        self.S = sources
        self.T = sources if targets is None else targets
        self.ending = [[(e, u) for e, (u, t) in self.edges() if t == v] for v in range(self.T)]

    def __len__(self):
        return len(self.source)

    def edges(self):
        """(e, (u, v)) for every edge e: u -> v."""
        return enumerate(zip(self.source, self.target))

    def incoming(self, v):
        """(e, u) for the edges e: u -> v."""
        return self.ending[v]


def relu(x):
    return np.maximum(x, 0.0)


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def leaky_relu(x, slope=0.2):
    return np.where(x > 0.0, x, slope * x)


def softmax(scores):
    weights = np.exp(scores - np.max(scores, axis=0))
    return weights / np.sum(weights, axis=0)


def adjacency(graph):
    """A[v, u]: how many edges run from u to v."""
    a = np.zeros((graph.T, graph.S))
    for _, (u, v) in graph.edges():
        a[v, u] += 1.0
    return a


def normalized_adjacency(graph):
    """D^-1/2 A D^-1/2 with the in-degrees, 1 / sqrt(0) = 0."""
    a = adjacency(graph)
    degree = a.sum(axis=1)
    root = np.array([1.0 / np.sqrt(d) if d > 0 else 0.0 for d in degree])
    return root[:, None] * a * root[None, :]


def sage(graph, x, w_neighbor, b_neighbor, w_root):
    mean = np.zeros((graph.T, x.shape[1]))
    for v in range(graph.T):
        rows = [x[u] for _, u in graph.incoming(v)]
        if rows:
            mean[v] = sum(rows) / len(rows)
    return mean @ w_neighbor + b_neighbor + x @ w_root


def gcn(graph, x, w, b):
    return normalized_adjacency(graph) @ x @ w + b


def weighted_sum(graph, x, w):
    y = np.zeros((graph.T, x.shape[1]))
    for e, (u, v) in graph.edges():
        y[v] += w[e] * x[u]
    return y


def random_walks(graph, affinity):
    """The forward and the reverse transition matrix: rows sum to 1, or are 0."""
    forward = np.zeros((graph.T, graph.S))
    for e, (u, v) in graph.edges():
        forward[v, u] += affinity[e]
    reverse = forward.T.copy()
    for p in (forward, reverse):
        for row in p:
            if row.sum() > 0:
                row /= row.sum()
    return forward, reverse


def diffusion(graph, x, affinity):
    forward, reverse = random_walks(graph, affinity)
    return forward @ x, reverse @ x


def absolute_basis(graph, x, affinity):
    return np.concatenate([x, *diffusion(graph, x, affinity)], axis=1)


def residual_basis(graph, x, affinity):
    f, r = diffusion(graph, x, affinity)
    return np.concatenate([f - x, r - x], axis=1)


def gine(graph, x, edge, w_edge, b_edge, eps, w1, b1, w2, b2):
    z = (1.0 + eps) * x
    for e, (u, v) in graph.edges():
        z[v] += relu(x[u] + edge[e] @ w_edge + b_edge)
    return relu(z @ w1 + b1) @ w2 + b2


def attention(graph, z, score):
    """y_v = sum of softmax(score) z_u over the edges e: u -> v. z[u] is a row, or one row for each head."""
    y = np.zeros((graph.T, *z.shape[1:]))
    for v in range(graph.T):
        edges = graph.incoming(v)
        if edges:
            alpha = softmax(score[[e for e, _ in edges]])
            y[v] = np.sum(alpha[..., None] * z[[u for _, u in edges]], axis=0)
    return y


def gat_heads(graph, x, w, a_source, a_target):
    z = (x @ w).reshape(len(x), *a_source.shape)
    score = np.sum(z * a_source, axis=-1)[graph.source] + np.sum(z * a_target, axis=-1)[graph.target]
    return attention(graph, z, leaky_relu(score))


def gat(graph, x, w, a_source, a_target, b):
    return gat_heads(graph, x, w, a_source, a_target).reshape(len(x), -1) + b


def gat_average(graph, x, w, a_source, a_target, b):
    return np.mean(gat_heads(graph, x, w, a_source, a_target), axis=1) + b


def gat_single(graph, x, w, a_source, a_target, b):
    z = x @ w
    score = [leaky_relu(z[u] @ a_source + z[v] @ a_target) for _, (u, v) in graph.edges()]
    return attention(graph, z, np.array(score)) + b
