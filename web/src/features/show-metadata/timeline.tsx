import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../lib/announcer.ts';
import { serverNow } from '../../lib/calls/server-clock.ts';
import type { Metadata } from '../../secrets/metadata.ts';
import type { SecretStatus } from '../../secrets/secret-status.ts';
import { Moment } from '../../ui/moment.tsx';
import { type Step, sharesMinute, storyOf, triesIn } from './story.ts';

/** After this long an unacknowledged answer counts as unconfirmed: the recipient can no longer fetch it again. */
const redeliverySeconds = 120;

const dots = {
  done: 'border-accent bg-accent',
  refused: 'border-warning bg-warning',
  program: 'border-warning',
  open: 'border-border-strong',
} as const;

export function Timeline({ metadata, status }: { metadata: Metadata; status: SecretStatus }) {
  const { t } = useTranslation('public');
  const headingId = useId();
  const steps = storyOf(metadata, status, t);
  useAnnouncedTries(triesIn(metadata), steps);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 text-small font-normal text-text-3">
        {t('metadata.timeline')}
      </h2>
      <Story metadata={metadata} steps={steps} />
    </section>
  );
}

interface StoryProps {
  readonly metadata: Metadata;
  readonly steps: readonly Step[];
}

/** What happened, oldest first; where steps share a minute, to the second. */
export function Story({ metadata: { record, details }, steps }: StoryProps) {
  const { t } = useTranslation('public');
  const isUnconfirmed =
    details.delivery_confirmed === false &&
    record.received !== null &&
    serverNow() - record.received > redeliverySeconds;
  return (
    <>
      <ol className="text-ui" data-testid="story">
        {steps.map((step) => (
          <li key={step.key} className="relative ps-6 pb-4 last:pb-0">
            <span
              aria-hidden="true"
              className={`absolute start-0 top-1.5 size-3 rounded-full border-2 ${dots[step.kind]}`}
            />
            <span className="font-medium">{step.label}</span>
            {step.at !== null && (
              <span className="block text-small text-text-2">
                {step.isRepeated && `${t('metadata.tries.last')} `}
                <Moment unixSeconds={step.at} withSeconds={sharesMinute(step, steps)} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {isUnconfirmed && <p className="text-small text-text-2">{t('metadata.unconfirmed')}</p>}
    </>
  );
}

/** Says the newest try in vain, or program, when the page finds out. */
function useAnnouncedTries(count: number, steps: readonly Step[]): void {
  const known = useRef(count);
  const told = steps.filter(({ kind }) => kind === 'refused' || kind === 'program');
  const newest = told.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)).at(-1)?.label;
  useEffect(() => {
    if (count > known.current && newest !== undefined) announce(newest);
    known.current = count;
  }, [count, newest]);
}
