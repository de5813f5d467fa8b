import { useEffect, useRef } from 'react';

/** Always black on white with a quiet zone, whatever the theme: scanners need it. Drawn in the browser. */
export function QrImage({ content, label }: { content: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isWanted = true;
    void import('lean-qr').then(({ generate }) => {
      if (!isWanted || canvas.current === null) return;
      generate(content).toCanvas(canvas.current, { on: [0, 0, 0, 255], off: [255, 255, 255, 255] });
    });
    return () => {
      isWanted = false;
    };
  }, [content]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className="mx-auto my-4 block aspect-square w-60 rounded-sm bg-[#fff] [image-rendering:pixelated]"
    />
  );
}
