import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../i18n/describe-error.ts';
import { formatWait } from '../../i18n/format.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Obstacle } from './reveal-state.ts';

/** Why the message did not open, and what can be done now. None of this uses up the message. */
export function ObstacleNotice({ obstacle, onWaitOver }: { obstacle: Obstacle; onWaitOver: () => void }) {
  const { t } = useTranslation();
  const title = t('alert.error');
  switch (obstacle.kind) {
    case 'wrong-passphrase':
      return (
        <p className="sr-only" role="alert" key={obstacle.tries}>
          {t('refusals.bad_passphrase')}
        </p>
      );
    case 'limited':
      return <WaitNotice untilMs={obstacle.untilMs} onOver={onWaitOver} />;
    case 'locked':
      return (
        <Notice kind="error" title={title} takesFocus>
          {t('refusals.locked')}
        </Notice>
      );
    case 'offline':
      return (
        <Notice kind="error" title={title}>
          {t('errors.offline')}
        </Notice>
      );
    default:
      return (
        <Notice kind="error" title={title} takesFocus>
          {describeError(obstacle.error, t)}
        </Notice>
      );
  }
}

/** Counts down visually only; screen readers hear the alert once. */
function WaitNotice({ untilMs, onOver }: { untilMs: number; onOver: () => void }) {
  const { t, i18n } = useTranslation();
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(untilMs));
  const latest = useRef(onOver);
  latest.current = onOver;
  useEffect(() => {
    const timer = setInterval(() => {
      const left = secondsUntil(untilMs);
      setSecondsLeft(left);
      if (left <= 0) latest.current();
    }, 1_000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return (
    <Notice kind="error" title={t('alert.error')} takesFocus>
      <p>{t('refusals.limited')}</p>
      <p aria-live="off">{t('errors.wait', { time: formatWait(secondsLeft, i18n.language) })}</p>
    </Notice>
  );
}

function secondsUntil(untilMs: number): number {
  return Math.max(0, Math.ceil((untilMs - Date.now()) / 1000));
}
