import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscribe } from '../../gql/live.ts';
import { LiveMark } from '../../gql/live-mark.tsx';
import { colonelPulseOperation } from '../../gql/operations/colonel-pulse.generated.ts';
import type { ColonelPulseSubscription } from '../../gql/operations.generated.ts';
import { formatNumber, westernDigits } from '../../i18n/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Facts, fact, Section } from '../../ui/section.tsx';

export type Pulse = ColonelPulseSubscription['colonelPulse'];

/** Listens to the pulse while the page is shown and nobody has paused it; what arrived last stays. */
export function usePulse() {
  const [pulse, setPulse] = useState<Pulse | null>(null);
  const [isPaused, pause] = useState(false);
  useEffect(() => {
    if (isPaused) return undefined;
    return subscribe(colonelPulseOperation, () => ({}), {
      next: ({ colonelPulse }) => setPulse(colonelPulse),
      // The rights have ended: the next page load says so.
      error: () => undefined,
    });
  }, [isPaused]);
  return { pulse, isPaused, pause };
}

/** Rates, lag and the newest events, as they arrive; a button stops them. */
export function PulseBlock({ pulse, isPaused, pause }: ReturnType<typeof usePulse>) {
  const { t } = useTranslation('colonel');
  const Icon = isPaused ? Play : Pause;
  return (
    <Section title={t('pulse.title')}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        {isPaused ? <p className="text-ui text-text-2">{t('pulse.paused')}</p> : <LiveMark />}
        <ActionButton className="ms-auto" onClick={() => pause(!isPaused)}>
          <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
          <span>{t(isPaused ? 'pulse.resume' : 'pulse.pause')}</span>
        </ActionButton>
      </div>
      {pulse === null ? <p className="text-ui text-text-2">{t('pulse.waiting')}</p> : <PulseFacts pulse={pulse} />}
    </Section>
  );
}

function PulseFacts({ pulse }: { readonly pulse: Pulse }) {
  const { t, i18n } = useTranslation('colonel');
  const { eventsPerMinute, lagSeconds, mailQueue, tail } = pulse;
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <>
      <Facts
        facts={[
          fact(t('pulse.rate'), number(Math.round(eventsPerMinute * 10) / 10)),
          fact(t('pulse.lag'), t('pulse.seconds', { seconds: number(lagSeconds) })),
          fact(t('pulse.mailQueue'), number(mailQueue.waiting)),
        ]}
      />
      <EventTail tail={tail} />
    </>
  );
}

function EventTail({ tail }: Pick<Pulse, 'tail'>) {
  const { t, i18n } = useTranslation('colonel');
  const clock = new Intl.DateTimeFormat(westernDigits(i18n.language), { timeStyle: 'medium' });
  const code = (text: string) => <code dir="ltr">{text}</code>;
  return (
    <DataTable
      testId="event-tail"
      caption={t('pulse.tail.title')}
      columns={[t('pulse.tail.time'), t('pulse.tail.action'), t('pulse.tail.target'), t('pulse.tail.where')]}
      rows={tail.map(({ id, at, action, target, surface }) => ({
        key: id,
        cells: [
          <Moment key="at" unixSeconds={at} text={clock.format(at * 1000)} />,
          code(action),
          code(target),
          <bdi key="where">{surface}</bdi>,
        ],
      }))}
    />
  );
}
