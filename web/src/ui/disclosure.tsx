import type { ReactNode } from 'react';

/** A question that expands to show its answer; the browser handles the keyboard and the state. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary>{summary}</summary>
      <div className="ps-7 pb-3 text-ui text-text-2">{children}</div>
    </details>
  );
}
