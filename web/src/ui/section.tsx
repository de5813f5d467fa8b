import { type ReactNode, useId } from 'react';

interface SectionProps {
  /** By which an address leads to it. */
  readonly id?: string;
  readonly title: string;
  readonly tone?: 'danger';
  readonly children?: ReactNode;
}

export function Section({ id, title, children, tone }: SectionProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={`card flex flex-col gap-4 ${tone === 'danger' ? 'border-danger' : ''}`}
    >
      <h2 id={titleId} className={tone === 'danger' ? 'text-danger' : undefined}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export const fact = (name: string, value: ReactNode) => ({ name, value });

export function Facts({ facts }: { facts: readonly { readonly name: string; readonly value: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-ui md:grid-cols-[minmax(0,12rem)_1fr]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-text-2 max-md:-mb-2">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A section that begins with facts. */
export function FactsSection({ facts, children, ...section }: SectionProps & Parameters<typeof Facts>[0]) {
  return (
    <Section {...section}>
      <Facts facts={facts} />
      {children}
    </Section>
  );
}
