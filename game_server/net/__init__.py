"""Autobahn <-> messages: lines, their states and limits. It knows the protocol and no house."""
