import type { ReactNode } from 'react';

/** A sentence with something of its own in the middle: `text` has a line break where the child stands. */
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
