"""The tools a model was offered, in the shapes in which people write them down."""

from __future__ import annotations

import json
from typing import Any

from minimax_grammar.errors import ToolsError
from minimax_grammar.values.types import admitted_types, string_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from minimax_grammar.values.contract import Contract

__all__ = ["Parameter", "Tool", "Tools"]

_SHAPE = (
    'expected {"name": …, "parameters": {…}}, OpenAI\'s {"type": "function", "function": {…}} '
    'or Anthropic\'s {"name": …, "input_schema": {…}}'
)


class Parameter:
    """What a tool's schema says about one argument."""

    __slots__ = ("_tool", "also_string", "key", "typed", "verbatim")

    def __init__(self, tool: Tool, key: str, schema: object) -> None:
        self._tool = tool
        self.key = key
        types = admitted_types(schema, tool.parameters)
        self.typed = bool(types)
        """Whether the schema names any type."""
        self.verbatim = string_only(schema, tool.parameters)
        """Whether the body itself is the value."""
        self.also_string = "string" in types and not self.verbatim
        """Whether the schema names string among other types."""

    def admits(self, value: Any) -> bool:
        """Whether ``value`` is valid; also True where that cannot be told."""
        return self._tool.contract.admits(self.key, value)


class Tool:
    """One tool."""

    __slots__ = ("_contract", "description", "known", "name", "parameters", "properties")

    def __init__(self, name: str, description: str = "", parameters: object = None) -> None:
        self.name = name
        """The name of the tool."""
        self.description = description
        """What it does, for the model."""
        self.parameters = parameters
        """The JSON schema of its arguments, as it was given."""
        properties = parameters.get("properties") if isinstance(parameters, dict) else None
        self.properties: dict[str, Any] = properties if isinstance(properties, dict) else {}
        """The schemas of the declared arguments."""
        self.known: dict[str, Parameter] = {}
        """What the schema says about the declared arguments that were asked for so far."""
        self._contract: Contract | None = None

    def parameter(self, key: str) -> Parameter:
        """What the schema says about the argument ``key``, declared or not."""
        found = self.known.get(key)
        if found is None:
            found = Parameter(self, key, self.properties.get(key))
            # Only what is declared is remembered: the names a model makes up are without number.
            if key in self.properties:
                self.known[key] = found
        return found

    def string_only(self, key: str) -> bool:
        """Whether the argument ``key`` is a string by its schema, so that its body is verbatim (SPEC 7)."""
        return self.parameter(key).verbatim

    @property
    def contract(self) -> Contract:
        """What checks arguments against the schema."""
        if self._contract is None:
            from minimax_grammar.values.contract import Contract

            self._contract = Contract(self.name, self.parameters)
        return self._contract

    def check(self, arguments: dict[str, Any]) -> list[tuple[str, str]]:
        """What the tool's schema finds wrong with ``arguments``: rules and messages.  Never raises."""
        return self.contract.check(arguments)

    def __repr__(self) -> str:
        return f"<Tool {self.name}>"


class Tools:
    """A list of tools.  Where two have the same name the first one counts."""

    __slots__ = ("_by_name",)

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._by_name: dict[str, Tool] = {}
        for tool in tools:
            self._by_name.setdefault(tool.name, tool)

    @classmethod
    def of(cls, tools: object) -> Tools:
        """The tools that ``tools`` describes: a list of dicts in OpenAI's, Anthropic's, MCP's or the plain shape,
        such a list under the key ``tools``, None, or ready-made :class:`Tools`.

        What is given is not changed.  Raises :class:`ToolsError` naming the entry that is no tool.
        """
        if isinstance(tools, Tools):
            return tools
        if tools is None:
            return _EMPTY
        if isinstance(tools, dict) and isinstance(tools.get("tools"), list):
            tools = tools["tools"]
        if not isinstance(tools, list | tuple):
            raise ToolsError(f"tools are a list, not a {type(tools).__name__}; {_SHAPE}")
        found = _recent.get(id(tools))
        entries = [(id(entry), _signature(entry)) for entry in tools]
        if found is not None and found[1] == entries:
            return found[2]
        made = cls(_tool(entry, index) for index, entry in enumerate(tools))
        if len(_recent) >= _MAX_RECENT:
            _recent.clear()
        # The list is kept, so that its id is not given to another one.
        _recent[id(tools)] = (tools, entries, made)
        return made

    def get(self, name: str) -> Tool | None:
        """The tool called ``name``."""
        return self._by_name.get(name)

    def close(self, name: str) -> list[str]:
        """The names that are much like ``name``, best first."""
        import difflib

        return difflib.get_close_matches(name[:200], self._by_name, n=3, cutoff=0.6)

    @property
    def names(self) -> list[str]:
        """The names of all tools, in order."""
        return list(self._by_name)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)


def _tool(entry: object, index: int) -> Tool:
    where = f"tool {index + 1}"
    if isinstance(entry, Tool):
        return entry
    if not isinstance(entry, dict):
        raise ToolsError(f"{where} is a {type(entry).__name__}; {_SHAPE}")
    function = entry.get("function")
    inner: dict[Any, Any] = function if isinstance(function, dict) else entry
    name = inner.get("name")
    if not isinstance(name, str) or not name:
        raise ToolsError(f"{where} has no name; {_SHAPE}")
    description = inner.get("description")
    parameters = next((inner[word] for word in ("parameters", "input_schema", "inputSchema") if word in inner), None)
    return Tool(name, description if isinstance(description, str) else "", parameters)


def _signature(entry: object) -> object:
    """What changes if a tool is changed in place."""
    try:
        return json.dumps(entry, default=id)
    except (TypeError, ValueError, RecursionError):
        return object()


_EMPTY = Tools()
_MAX_RECENT = 16
_recent: dict[int, tuple[object, list[tuple[int, object]], Tools]] = {}
