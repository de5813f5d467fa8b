import { useTranslation } from 'react-i18next';
import { formatDistance } from '../i18n/format.ts';
import { serverNow } from '../lib/calls/server-clock.ts';
import { useClockWords } from '../lib/use-clock-words.ts';
import { Moment } from '../ui/moment.tsx';
import type { SecretStatus } from './secret-status.ts';

interface HappeningProps {
  readonly state: Uppercase<SecretStatus>;
  /** When it came to that, or when it will expire, in Unix seconds. */
  readonly at: number;
  readonly burnedByOperator: boolean;
}

/** What happened to a secret and how long ago, or when it will expire; the exact moment is in the markup. */
export function Happening({ state, at, burnedByOperator }: HappeningProps) {
  const { t, i18n } = useTranslation('app');
  const when = useClockWords(() => {
    const now = serverNow();
    // What has happened is not ahead and what is open is not over, whatever this clock says.
    const seen = state === 'NEW' ? Math.max(at, now) : Math.min(at, now);
    return formatDistance(seen, now, i18n.language);
  });
  const text = burnedByOperator ? t('recent.burnedByOperator', { when }) : t(`recent.happened.${state}`, { when });
  return <Moment unixSeconds={at} text={text} />;
}
