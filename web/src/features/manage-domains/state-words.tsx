import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneIcon, toneColours } from '../../ui/tone-icon.tsx';
import { type CheckedDomain, findings, statesOf } from './domain-states.ts';

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

export interface StateWords {
  readonly topic: string;
  readonly word: string;
  /** What it means, and what to do. */
  readonly text: string;
  readonly tone: Tone;
}

export function stateWords(
  domain: CheckedDomain,
  t: TFunction<'app'>,
): Readonly<Record<keyof typeof findings, StateWords>> {
  const { ownership, routing, certificate } = statesOf(domain);
  return {
    ownership: {
      topic: t('domains.ownership.name'),
      word: t(`domains.ownership.${ownership}.word`),
      text: t(`domains.ownership.${ownership}.text`),
      tone: findings.ownership[ownership],
    },
    routing: {
      topic: t('domains.routing.name'),
      word: t(`domains.routing.${routing}.word`),
      text: t(`domains.routing.${routing}.text`),
      tone: findings.routing[routing],
    },
    certificate: {
      topic: t('domains.certificate.name'),
      word: t(`domains.certificate.${certificate}.word`),
      text: t(`domains.certificate.${certificate}.text`),
      tone: findings.certificate[certificate],
    },
  };
}

/** All three in one line, to be announced. */
export function statesAloud(domain: CheckedDomain, t: TFunction<'app'>): string {
  const sentences = Object.values(stateWords(domain, t)).map(({ topic, word }) => t('domains.state', { topic, word }));
  return `${sentences.join('. ')}.`;
}
