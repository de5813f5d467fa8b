import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import type colonelTexts from '../../i18n/locales/en/colonel.json';

type LimitText = keyof (typeof colonelTexts)['limits']['names'];

interface Bound {
  readonly actions: number;
  readonly seconds: number;
}

/** The words for limits. One that has no words yet is shown by its name. */
export function useLimitWords() {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  return {
    nameOf: (limit: string) =>
      i18n.exists(`colonel:limits.names.${limit}`) ? t(`limits.names.${limit as LimitText}`) : limit,
    boundOf: ({ actions, seconds }: Bound) =>
      seconds < 86_400
        ? t('limits.inMinutes', { actions: number(actions), minutes: number(seconds / 60) })
        : t('limits.inHours', { actions: number(actions), hours: number(seconds / 3600) }),
  };
}
