import { type ReactNode, useId } from 'react';

export function Section({ title, children, tone }: { title: string; children: ReactNode; tone?: 'danger' }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`card flex flex-col gap-4 ${tone === 'danger' ? 'border-danger' : ''}`}>
      <h2 id={id} className={tone === 'danger' ? 'text-danger' : undefined}>
        {title}
      </h2>
      {children}
    </section>
  );
}

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
