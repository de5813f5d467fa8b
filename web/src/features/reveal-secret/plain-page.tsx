import type { ReactNode } from 'react';
import { PageHeading } from '../../ui/page-heading.tsx';

/** A heading, a sentence, perhaps one action: the page's endings other than the message itself. */
export function PlainPage({ heading, text, children }: { heading: string; text?: string; children?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <PageHeading documentTitle={`${heading} · Onceover`}>{heading}</PageHeading>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
