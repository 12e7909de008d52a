"""Measured times of a model's layers."""

from __future__ import annotations

import copy
import json
import os
import statistics
import time
from typing import Any, Iterator, Optional, Union

import torch

from sparlab.errors import InvalidArgumentError


def workload(model: torch.nn.Module, inputs: Any, path: Union[str, os.PathLike], name: str = "",
             repetitions: int = 10) -> dict[str, Any]:
    """Measures how long the layers of a model compute, and writes it as a workload file (JSON).

    A layer is a module that has parameters of its own. Modules without any, such as activations, count to the
    layer that runs before them, those before the first layer to that. A copy of each module runs alone, on the
    inputs that it has in a forward pass of the model; what the model computes outside of these is not measured.

    Parameters
    ----------
    model : torch.nn.Module
    inputs : tensor or tuple
        The arguments of the model: one mini-batch.
    path : path
        The file.
    name : str
        Default: the class of the model.
    repetitions : int
        Of each module; its times are medians. One run before is not counted.

    Returns
    -------
    dict
        The content of the file: `name`, `title`, `source`, and `layers` in the order of the forward pass, each with `name`,
        `parameters` (elements), `forward_s` and `backward_s` (seconds).

    Errors
    ------
    InvalidArgumentError
        A parameter of a module that the forward pass does not call.
    """
    model = copy.deepcopy(model)
    arguments = inputs if isinstance(inputs, tuple) else (inputs,)
    calls: list[tuple[str, torch.nn.Module, tuple]] = []
    hooks = [module.register_forward_pre_hook(lambda one, given, name=module_name: calls.append((name, one, given)))
             for module_name, module in _units("", model)]
    model(*arguments)
    for one in hooks:
        one.remove()
    called = {id(one) for _, module, _ in calls for one in module.parameters()}
    missed = [one for one, parameter in model.named_parameters()
              if parameter.requires_grad and id(parameter) not in called]
    if missed:
        raise InvalidArgumentError(f"a forward pass calls no module that has {', '.join(missed)}: these have no time")
    layers = _layers(calls, repetitions)
    shapes = ", ".join("x".join(map(str, one.shape)) for one in arguments if isinstance(one, torch.Tensor))
    source = (f"sparlab.torch.workload: PyTorch {torch.__version__}, {torch.get_num_threads()} threads, inputs "
              f"{shapes}, median of {repetitions}")
    name = name or type(model).__name__
    found = {"name": name, "title": f"{name}, measured in PyTorch", "source": source, "layers": layers}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file, indent=2)
        file.write("\n")
    return found


def _units(name: str, module: torch.nn.Module) -> Iterator[tuple[str, torch.nn.Module]]:
    """The modules that run alone: those with parameters of their own, and those without parts."""
    if list(module.parameters(recurse=False)) or not list(module.children()):
        yield name or "model", module
        return
    for part, child in module.named_children():
        yield from _units(f"{name}.{part}" if name else part, child)


def _layers(calls: list[tuple[str, torch.nn.Module, tuple]], repetitions: int) -> list[dict[str, Any]]:
    layers: dict[str, dict[str, Any]] = {}
    counted: set[int] = set()
    layer: Optional[dict[str, Any]] = None
    before = [0.0, 0.0]
    for name, module, given in calls:
        times = _times(module, given, repetitions)
        own = [one for one in module.parameters() if one.requires_grad]
        if own:
            layer = layers.setdefault(name, {"name": name, "parameters": 0, "forward_s": 0.0, "backward_s": 0.0})
            layer["parameters"] += sum(one.numel() for one in own if id(one) not in counted)
            counted.update(map(id, own))
        if layer is None:
            before = [known + more for known, more in zip(before, times)]
            continue
        layer["forward_s"] += times[0] + before[0]
        layer["backward_s"] += times[1] + before[1]
        before = [0.0, 0.0]
    return list(layers.values())


def _tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    return [one for part in value for one in _tensors(part)] if isinstance(value, (tuple, list)) else []


def _detached(value: Any) -> Any:
    if isinstance(value, torch.Tensor):  # a copy, as modules may work in place
        return value.detach().requires_grad_(value.requires_grad).clone()
    return type(value)(map(_detached, value)) if isinstance(value, (tuple, list)) else value


def _times(module: torch.nn.Module, given: tuple, repetitions: int) -> tuple[float, float]:
    """Median seconds of the forward and of the backward pass."""
    forward, backward = [], []
    for _ in range(repetitions + 1):
        own = _detached(given)
        begin = time.perf_counter()
        outputs = [one for one in _tensors(module(*own)) if one.requires_grad]
        between = time.perf_counter()
        gradients = [torch.ones_like(one) for one in outputs]
        ready = time.perf_counter()
        if outputs:
            torch.autograd.backward(outputs, gradients)
        backward.append(time.perf_counter() - ready)
        forward.append(between - begin)
    module.zero_grad(set_to_none=True)
    return statistics.median(forward[1:]), statistics.median(backward[1:])
