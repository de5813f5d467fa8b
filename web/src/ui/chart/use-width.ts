import { useLayoutEffect, useRef, useState } from 'react';

/** How wide a box is, from before the first paint on. */
export function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = () => setWidth(Math.floor(element.clientWidth));
    look();
    const watching = new ResizeObserver(look);
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  return { box, width };
}
