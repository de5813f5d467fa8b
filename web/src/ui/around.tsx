import type { ReactNode } from 'react';

/** A sentence with an element in the middle: `text` has a line break where the child goes. */
export function Around({ text, children }: { text: string; children: ReactNode }) {
  const [before = '', after = ''] = text.split('\n');
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
