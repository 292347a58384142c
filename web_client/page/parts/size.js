// How large a part of the page is, told again whenever that changes.

import { useLayoutEffect, useState } from "../lib/preact.js";

/** @typedef {{ width: number, height: number }} Size */

/** @param {import("../lib/preact.js").Ref<HTMLElement | null>} box @returns {Size} */
export function useSize(box) {
  const [size, change] = useState({ width: innerWidth, height: innerHeight });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const { clientWidth: width, clientHeight: height } = element;
      change((now) => (now.width === width && now.height === height ? now : { width, height }));
    };
    look();
    const sees = new ResizeObserver(look);
    sees.observe(element);
    return () => sees.disconnect();
  }, []);
  return size;
}
