import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { ToneIcon, toneColours } from '../../ui/tone-icon.tsx';
import { type Attempt, nameOfType, stateOf, type Webhook, webhookTones } from './webhook-states.ts';

export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const state = stateOf(webhook);
  const tone = webhookTones[state];
  return (
    <span className={`inline-flex items-center gap-2 ${toneColours[tone]}`}>
      <ToneIcon tone={tone} />
      {t(`states.${state}.word`)}
    </span>
  );
}

/** A number with the words of a counted text. */
export function useCounted() {
  const { i18n } = useTranslation('webhooks');
  return (count: number) => ({ count, n: formatNumber(count, i18n.language) });
}

/** The words for types of events. */
export function useTypeWords() {
  const { t } = useTranslation('webhooks');
  return (type: string): string => {
    const name = nameOfType(type);
    return name === null ? type : t(`types.${name}`);
  };
}

/** What became of an attempt, in words. */
export function useOutcomeWords() {
  const { t } = useTranslation('webhooks');
  return ({ problem, status }: Attempt): string => {
    const outcome = problem ?? 'STATUS';
    return t(`delivery.problems.${outcome}`, { status: status ?? '' });
  };
}
