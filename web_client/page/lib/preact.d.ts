/* The part of preact with htm that the page uses, of the one file `htm/preact/standalone`. */

export type Child = VNode | string | number | boolean | null | undefined | readonly Child[];
export interface VNode {
  readonly type: unknown;
}
export interface Ref<T> {
  current: T;
}
export const html: (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
export function render(tree: VNode, parent: Element): void;
export function useState<S>(first: S | (() => S)): [S, (next: S | ((now: S) => S)) => void];
export function useRef<T>(first: T): Ref<T>;
export function useEffect(run: () => void | (() => void), of?: readonly unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), of?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, of: readonly unknown[]): T;
export function useCallback<T>(call: T, of: readonly unknown[]): T;
