"""The tools a model was offered, in the shapes in which people write them down."""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from typing import Any

from minimax_grammar.errors import ToolsError
from minimax_grammar.values.types import admits_string, admitted_types, string_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from minimax_grammar.values.contract import Contract

__all__ = ["Parameter", "Tool", "Tools"]

_SHAPE = (
    'expected {"name": …, "parameters": {…}}, OpenAI\'s {"type": "function", "function": {…}} '
    'or Anthropic\'s {"name": …, "input_schema": {…}}'
)


class Parameter:
    """What a tool's schema says about one argument."""

    __slots__ = ("_tool", "also_string", "key", "nullable", "typed", "verbatim")

    def __init__(self, tool: Tool, key: str, schema: object) -> None:
        self._tool = tool
        self.key = key
        types = admitted_types(schema, tool.parameters)
        self.typed = bool(types)
        """Whether the schema names any type."""
        self.nullable = "null" in types
        """Whether the schema names null."""
        self.verbatim = string_only(schema, tool.parameters)
        """Whether the body itself is the value."""
        self.also_string = admits_string(schema, tool.parameters)
        """Whether the schema names string among other types."""

    def admits(self, value: Any) -> bool:
        """Whether ``value`` is valid; also True where that cannot be told."""
        return self._tool.contract.admits(self.key, value)


class Tool:
    """One tool."""

    __slots__ = ("_contract", "_undeclared", "declaration", "description", "known", "name", "parameters", "properties")

    def __init__(self, name: str, description: str | None = None, parameters: object = None) -> None:
        self.name = name
        """The name of the tool."""
        self.description = description or ""
        """What it does, for the model."""
        self.declaration: dict[str, Any] = {"name": name}
        """The tool as one object with ``name`` and, where they are given, ``description`` and ``parameters``."""
        if description is not None:
            self.declaration["description"] = description
        if parameters is not None:
            self.declaration["parameters"] = parameters
        self.parameters = parameters
        """The JSON schema of its arguments, as it was given."""
        properties = parameters.get("properties") if isinstance(parameters, dict) else None
        self.properties: dict[str, Any] = _branches(parameters) | (properties if isinstance(properties, dict) else {})
        """The schemas of the declared arguments."""
        self.known: dict[str, Parameter] = {}
        """What the schema says about the declared arguments that were asked for so far."""
        self._undeclared: Parameter | None = None
        self._contract: Contract | None = None

    def parameter(self, key: str) -> Parameter:
        """What the schema says about the argument ``key``, declared or not."""
        found = self.known.get(key)
        if found is None and key in self.properties:
            found = self.known[key] = Parameter(self, key, self.properties[key])
        if found is None:
            # One for all: the names a model makes up are without number.
            found = self._undeclared
            if found is None:
                found = self._undeclared = Parameter(self, "", None)
        return found

    def declares(self, key: str) -> bool:
        """Whether the argument ``key`` is declared."""
        return key in self.properties

    def schema_of(self, key: str) -> object:
        """The schema of the argument ``key``, with the definitions it may refer to; None if it is not declared."""
        schema = self.properties.get(key)
        if isinstance(schema, dict) and isinstance(self.parameters, dict):
            shared = {word: self.parameters[word] for word in ("$defs", "definitions") if word in self.parameters}
            return shared | schema
        return schema

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

    def takes(self, arguments: dict[str, Any]) -> bool:
        """Whether ``arguments`` are declared, all of them, and none is missing that is required."""
        required = self.parameters.get("required") if isinstance(self.parameters, dict) else None
        names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
        return arguments.keys() <= self.properties.keys() and arguments.keys() >= set(names)

    def check(self, arguments: dict[str, Any]) -> list[tuple[str, str]]:
        """What the tool's schema finds wrong with ``arguments``: rules and messages.  Never raises."""
        return self.contract.check(arguments)

    def __repr__(self) -> str:
        return f"<Tool {self.name}>"


class Tools:
    """A list of tools.  Where two have the same name the first one counts."""

    __slots__ = ("_by_name", "_close")

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._close: dict[str, list[str]] = {}
        self._by_name: dict[str, Tool] = {}
        for tool in tools:
            self._by_name.setdefault(tool.name, tool)

    @classmethod
    def of(cls, tools: object) -> Tools:
        """The tools that ``tools`` describes: dicts in OpenAI's, Anthropic's, MCP's or the plain shape, in a list
        or another iterable or under the key ``tools``; None; or ready-made :class:`Tools`, which come back.

        What is given is not changed, and equal lists share one preparation.  Raises :class:`ToolsError` naming
        the entry that is no tool.
        """
        if isinstance(tools, Tools):
            return tools
        if isinstance(tools, dict) and "tools" in tools:
            tools = tools["tools"]
        if tools is None:
            return _EMPTY
        if isinstance(tools, str | bytes | dict) or not isinstance(tools, Iterable):
            raise ToolsError(f"tools are a list, not a {type(tools).__name__}; {_SHAPE}")
        entries = list(tools)
        try:
            # The bytes tell whether a list is known, and make a copy that stays as it is whatever becomes of the list.
            form = marshal.dumps(entries, 2)
        except ValueError:  # more than plain values, or values that hold themselves
            return cls(_tool(entry, index) for index, entry in enumerate(entries))
        made = _recent.get(form)
        if made is None:
            made = cls(_tool(entry, index) for index, entry in enumerate(marshal.loads(form)))
            if len(_recent) >= _MAX_RECENT:
                _recent.clear()
            _recent[form] = made
        return made

    def get(self, name: str) -> Tool | None:
        """The tool called ``name``."""
        return self._by_name.get(name)

    def fitting(self, arguments: dict[str, Any]) -> Tool | None:
        """The tool that a nameless call with ``arguments`` means: the only one there is, or that takes them."""
        found = list(self)
        if len(found) > 1:
            found = [tool for tool in found if tool.takes(arguments)]
        return found[0] if len(found) == 1 else None

    def close(self, name: str) -> list[str]:
        """The names that are much like ``name``, best first."""
        found = self._close.get(name)
        if found is None:
            from difflib import get_close_matches

            known = [other for other in self._by_name if len(other) <= _MAX_NAME]
            found = get_close_matches(name[:_MAX_NAME], known)
            if len(self._close) >= _MAX_RECENT:
                self._close.clear()
            self._close[name] = found
        return list(found)

    @property
    def names(self) -> list[str]:
        """The names of all tools, in order."""
        return list(self._by_name)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)


def _branches(parameters: object) -> dict[str, Any]:
    """The properties that a schema declares in its branches only; of several with a name the first counts."""
    found: dict[str, Any] = {}
    if isinstance(parameters, dict):
        for word in ("allOf", "anyOf", "oneOf"):
            branches = parameters.get(word)
            for branch in branches if isinstance(branches, list) else ():
                properties = branch.get("properties") if isinstance(branch, dict) else None
                if isinstance(properties, dict):
                    found = properties | found
    return found


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
    schemas = [inner[word] for word in ("parameters", "input_schema", "inputSchema") if inner.get(word) is not None]
    return Tool(name, description if isinstance(description, str) else None, schemas[0] if schemas else None)


_EMPTY = Tools()
_MAX_NAME = 100
_MAX_RECENT = 16
_recent: dict[bytes, Tools] = {}
