// What the page uses of Pyodide.

export interface Python {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  runPython(code: string): any;
  pyimport(module: string): any;
  unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void;
}

export interface Machine {
  readonly API: { restoreSnapshot: (memory: Uint8Array) => object };
  growMemory(bytes: number): void;
}

/** `prepared` may change the machine before Python begins; `memory` says that it does not begin anew. */
export type Load = (
  prepared: (made: Promise<Machine>) => Promise<Machine>,
  memory?: Uint8Array,
) => Promise<Python>;
