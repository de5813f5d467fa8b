import type { ReactNode } from 'react';

/** A page's heading with a short mark beside it, or below it where it is narrow: however long its words are, nothing moves. */
export function BesideHeading({ heading, children }: { readonly heading: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 sm:flex-row sm:items-center sm:justify-between sm:gap-4">
      {heading}
      {children}
    </div>
  );
}
