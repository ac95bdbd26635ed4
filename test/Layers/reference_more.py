"""More layers; see reference.py."""

import numpy as np

from reference import attention, leaky_relu, normalized_adjacency, relu


def gin(graph, x, eps, w1, b1, w2, b2):
    z = (1.0 + eps) * x
    for _, (u, v) in graph.edges():
        z[v] += x[u]
    return relu(z @ w1 + b1) @ w2 + b2


def gatv2(graph, x, w_source, w_target, a):
    left = (x @ w_source).reshape(len(x), *a.shape)
    right = (x @ w_target).reshape(len(x), *a.shape)
    score = np.zeros((len(graph), len(a)))
    for e, (u, v) in graph.edges():
        score[e] = np.sum(a * leaky_relu(left[u] + right[v]), axis=1)
    return attention(graph, left, score).reshape(len(x), -1)


def transformer_conv(graph, x, edge, w_query, w_key, w_value, w_edge, w_skip, b):
    y = x @ w_skip + b
    for v in range(graph.T):
        score = {e: x[v] @ w_query @ (x[u] @ w_key + edge[e] @ w_edge) / np.sqrt(4.0) for e, u in graph.incoming(v)}
        total = sum(np.exp(s) for s in score.values())
        for e, u in graph.incoming(v):
            y[v] += np.exp(score[e]) / total * (x[u] @ w_value + edge[e] @ w_edge)
    return y


def edge_conv(graph, x, w_own, w_difference, b1, w2, b2):
    y = np.zeros((graph.T, len(b2)))
    for v in range(graph.T):
        messages = [
            relu(x[v] @ w_own + (x[u] - x[v]) @ w_difference + b1) @ w2 + b2 for _, u in graph.incoming(v)
        ]
        if messages:
            y[v] = np.max(messages, axis=0)
    return y


def distmult(graph, x, z, r):
    return np.array([float(np.sum(x[u] * r * z[v])) for _, (u, v) in graph.edges()])


def pooling(graph, x, a):
    y = np.zeros((graph.T, 12))
    for v in range(graph.T):
        rows = np.array([x[u] for _, u in graph.incoming(v)])
        if len(rows):
            weights = np.exp(rows @ a)
            y[v] = np.concatenate([rows.mean(axis=0), rows.max(axis=0), weights @ rows / weights.sum()])
    return y


def appnp(graph, x, w, b, alpha):
    p = normalized_adjacency(graph)
    h = z = x @ w + b
    for _ in range(10):
        z = (1.0 - alpha) * p @ z + alpha * h
    return z


def bipartite(graph, x, z, w_neighbor, b, w_root):
    y = z @ w_root + b
    for v in range(graph.T):
        edges = graph.incoming(v)
        for _, u in edges:
            y[v] += x[u] @ w_neighbor / len(edges)
    return y


def rgcn(graph, x, type, a1, a2, v1, v2, w_root, b):
    y = x @ w_root + b
    for e, (u, v) in graph.edges():
        y[v] += x[u] @ (a1[type[e]] * v1 + a2[type[e]] * v2)
    return y


def pna(graph, x, w_source, w_target, b_message, delta, w, b):
    y = np.zeros((graph.T, len(b)))
    for v in range(graph.T):
        messages = np.array([x[u] @ w_source + x[v] @ w_target + b_message for _, u in graph.incoming(v)])
        if len(messages):
            # Not np.std: what is due is the formula, with its guard.
            variance = np.mean(messages**2, axis=0) - np.mean(messages, axis=0) ** 2
            parts = [messages.mean(axis=0), messages.max(axis=0), messages.min(axis=0), np.sqrt(relu(variance) + 1e-5)]
        else:
            parts = [np.zeros(4)] * 3 + [np.full(4, np.sqrt(1e-5))]
        aggregated = np.concatenate(parts)
        scale = np.log(max(len(messages), 1) + 1.0) / delta
        y[v] = np.concatenate([x[v], aggregated, scale * aggregated, aggregated / scale]) @ w + b
    return y


def space_time(graph, x, a, b, w_neighbor, w_root, c):
    y = x @ w_root + c
    for _, (u, v) in graph.edges():
        y[v] += a * x[u] @ w_neighbor
    y[:, 1:] += b * x[:, :-1] @ w_neighbor
    return y


def each(layer, *batched):
    """The layer for each entry of the leading axis of the arguments with these names."""

    def batch(graph, **arguments):
        rows = []
        for entry in range(len(arguments[batched[0]])):
            rows.append(layer(graph, **{name: a[entry] if name in batched else a for name, a in arguments.items()}))
        return tuple(map(np.array, zip(*rows))) if isinstance(rows[0], tuple) else np.array(rows)

    return batch
