import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Facts, Section } from '../../ui/section.tsx';
import { SettleEventDialog } from './settle-dialog.tsx';
import type { WantedSettling } from './settle-event.ts';
import { type ConsumerHealth, consumersOf, deadLettersOf, haltsOf, type System, type Trouble } from './system.ts';

/** How far behind the consumers are, and which of them has stopped. */
export function ConsumersTable({ system }: { readonly system: System }) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <Section title={t('system.consumers.title')}>
      <DataTable
        caption={t('system.consumers.title')}
        columns={[
          t('system.consumers.consumer'),
          t('system.consumers.log'),
          t('system.consumers.state'),
          t('system.consumers.lag'),
          t('system.consumers.oldest'),
        ]}
        rows={consumersOf(system).map((each) => ({
          key: `${each.consumer} ${each.source}`,
          cells: [
            <code key="consumer" dir="ltr">
              {each.consumer}
            </code>,
            <bdi key="log">{each.source}</bdi>,
            <ConsumerState key="state" consumer={each} />,
            number(each.lagEvents),
            t('pulse.seconds', { seconds: number(each.lagSeconds) }),
          ],
        }))}
      />
    </Section>
  );
}

function ConsumerState({ consumer: { halt, isRunning } }: { readonly consumer: ConsumerHealth }) {
  const { t } = useTranslation('colonel');
  if (halt !== null) return <strong className="text-danger">{t('system.consumers.halted')}</strong>;
  return t(isRunning ? 'system.consumers.running' : 'system.consumers.idle');
}

/** Events that stop a consumer, and events that were set aside: where they are and why, never what they say. */
export function TroubleSection({ system, onSettled }: { readonly system: System; readonly onSettled: () => void }) {
  const { t } = useTranslation('colonel');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = useCallback(() => setChosen(null), []);
  const halts = haltsOf(system);
  const letters = deadLettersOf(system);
  return (
    <Section title={t('system.trouble.title')} {...(halts.length > 0 ? { tone: 'danger' } : {})}>
      {halts.length + letters.length === 0 && <p className="text-ui text-text-2">{t('system.trouble.none')}</p>}
      <ul className="flex flex-col gap-4">
        {halts.map((halt) => (
          <TroubleRow
            key={`${halt.consumer} ${halt.eventId}`}
            trouble={halt}
            words={t('system.trouble.halts')}
            actions={['SKIP']}
            onChoose={setChosen}
          />
        ))}
        {letters.map((letter) => (
          <TroubleRow
            key={`${letter.consumer} ${letter.eventId}`}
            trouble={letter}
            words={t('system.trouble.setAside', { attempts: letter.attempts })}
            actions={['RETRY', 'DISCARD']}
            onChoose={setChosen}
          />
        ))}
      </ul>
      {chosen !== null && <SettleEventDialog {...chosen} onClose={close} onSettled={onSettled} />}
    </Section>
  );
}

interface Chosen {
  readonly trouble: Trouble;
  readonly action: WantedSettling['action'];
}

interface TroubleRowProps {
  readonly trouble: Trouble;
  readonly words: string;
  readonly actions: readonly WantedSettling['action'][];
  readonly onChoose: (chosen: Chosen) => void;
}

function TroubleRow({ trouble, words, actions, onChoose }: TroubleRowProps) {
  const { t, i18n } = useTranslation('colonel');
  const { consumer, eventId, type, at, error } = trouble;
  const code = (text: string) => (
    <code dir="ltr" className="break-all">
      {text}
    </code>
  );
  return (
    <li className="flex flex-col gap-2 border-b border-border pb-4 last:border-0 last:pb-0">
      <Facts
        facts={[
          { name: t('system.trouble.type'), value: code(type) },
          { name: t('system.consumers.consumer'), value: code(consumer) },
          { name: t('system.consumers.state'), value: words },
          {
            name: t('system.trouble.at'),
            value: <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />,
          },
          { name: t('system.trouble.error'), value: <bdi className="break-words">{error}</bdi> },
          { name: t('system.trouble.event'), value: code(eventId) },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className={action === 'RETRY' ? 'btn btn-quiet' : 'btn btn-text-danger'}
            aria-haspopup="dialog"
            onClick={() => onChoose({ trouble, action })}
          >
            {t(`system.settle.open.${action}`)}
          </button>
        ))}
      </div>
    </li>
  );
}
