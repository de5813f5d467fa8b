import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../i18n/format.ts';
import { announce } from '../../lib/announcer.ts';
import { serverNow } from '../../lib/calls/server-clock.ts';
import { useClock } from '../../lib/use-clock.ts';

/** From here on the time left is set apart and kept current. */
const nearSeconds = 3_600;
/** From here on the seconds are shown. */
const lastSeconds = 120;
/** How much time is left when screen readers hear of it. */
const spokenSeconds = [600, 60] as const;

/** How long the link still opens, by the server's clock; in its last hour it counts down. */
export function Lifetime({ expiresAt }: { expiresAt: number }) {
  const { t, i18n } = useTranslation('public');
  const isLast = expiresAt - serverNow() < lastSeconds;
  const left = Math.max(0, expiresAt - useClock(serverNow, isLast ? 1_000 : 10_000));
  const text = t('metadata.expiresIn', { when: formatDistance(left, 0, i18n.language) });
  useSpokenSteps(left, text);
  if (left > nearSeconds) return <p>{text}</p>;
  return (
    <p className="flex items-center gap-2 font-medium text-warning tabular-nums">
      <Clock className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

/** Says the time left at a few moments only, politely. */
function useSpokenSteps(left: number, text: string): void {
  const step = spokenSeconds.filter((seconds) => left <= seconds).length;
  const spoken = useRef(step);
  useEffect(() => {
    if (step > spoken.current) announce(text);
    spoken.current = step;
  }, [step, text]);
}
