import type { ReactNode } from 'react';

/** A text that the specification writes small, shown with a capital; what is read out and copied stays as written. */
export function Capital({ children }: { children: ReactNode }) {
  return <span className="inline-block first-letter:uppercase">{children}</span>;
}
