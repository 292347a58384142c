// node compile.mjs FOLDER: compiles the modules of the page in the Python of the page itself.
//
// In FOLDER are Pyodide, python_stdlib.zip and python.zip; beside the two come library.zip, with
// what a start needs compiled and what nobody needs left out, and own.zip.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2].replace(/\/?$/, "/");
const { loadPyodide } = await import(pathToFileURL(`${folder}pyodide/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}pyodide/` });
const given = { library: "pyodide/python_stdlib.zip", own: "python.zip" };
for (const [name, path] of Object.entries(given)) {
  python.FS.writeFile(`/tmp/${name}`, new Uint8Array(readFileSync(folder + path)));
}
python.runPython(`
import importlib.util, site, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

with zipfile.ZipFile("/tmp/own") as own:
    own.extractall(site.getsitepackages()[0])
import web_client.worker.glue

started = {
    getattr(module, "__file__", None) or "" for module in list(sys.modules.values())
}
UNUSED = {
    "cProfile", "curses", "dbm", "doctest", "email", "ensurepip", "ftplib", "html", "http", "idlelib",
    "imaplib", "lib2to3", "mailbox", "multiprocessing", "pdb", "poplib", "profile", "pstats", "pydoc",
    "pydoc_data", "smtplib", "sqlite3", "tkinter", "trace", "turtle", "turtledemo", "unittest", "venv",
    "webbrowser", "wsgiref", "xml", "xmlrpc", "zoneinfo",
}

def pack(name, wanted):
    with zipfile.ZipFile(f"/tmp/{name}") as source, zipfile.ZipFile(f"/tmp/{name}.zip", "w") as made:
        for one in source.namelist():
            top = one.partition("/")[0].removesuffix(".py")
            if name == "library" and top in UNUSED and not any(f"/{top}" in s for s in started):
                continue
            body = source.read(one)
            if one.endswith(".py") and wanted(one):
                # What Pyodide does with docstrings of its own is its affair.
                level = 1 if "pyodide" in one else 2
                code = compile(body, one, "exec", dont_inherit=True, optimize=level)
                body = _code_to_hash_pyc(code, importlib.util.source_hash(body), False)
                one += "c"
            made.writestr(zipfile.ZipInfo(one), bytes(body))

pack("own", lambda one: True)
pack("library", lambda one: any(path.endswith("/" + one) for path in started))
`);
for (const name of ["library", "own"]) {
  writeFileSync(`${folder}${name}.zip`, python.FS.readFile(`/tmp/${name}.zip`));
}
