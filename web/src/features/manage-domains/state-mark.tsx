import { CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CheckedDomain, Tone } from './domain-states.ts';
import { stateWords } from './state-words.ts';

const icons = { good: CircleCheck, wait: Clock, bad: CircleAlert, unknown: CircleDashed } as const;

export const toneColours: Readonly<Record<Tone, string>> = {
  good: 'text-success',
  wait: 'text-warning',
  bad: 'text-danger',
  unknown: 'text-text-2',
};

export function ToneIcon({ tone }: { tone: Tone }) {
  const Icon = icons[tone];
  return <Icon className={`size-5 shrink-0 ${toneColours[tone]}`} strokeWidth={1.75} aria-hidden="true" />;
}

/** Ownership, routing and certificate on one line: icon, word and colour each. */
export function DomainStateList({ domain }: { domain: CheckedDomain }) {
  const { t } = useTranslation('app');
  return (
    <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-ui">
      {Object.values(stateWords(domain, t)).map(({ topic, word, tone }) => (
        <li key={topic} className={`inline-flex items-center gap-2 ${toneColours[tone]}`}>
          <ToneIcon tone={tone} />
          {t('domains.state', { topic, word })}
        </li>
      ))}
    </ul>
  );
}
