"""A package, so that the house of its tests closes with the last of them: without this file a
fixture of the package would live until the whole run ends."""
