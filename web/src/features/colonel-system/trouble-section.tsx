import { useTranslation } from 'react-i18next';
import { mutate } from '../../gql/mutate.ts';
import { settleEventOperation } from '../../gql/operations/settle-event.generated.ts';
import type { SettleEventMutation, SettleEventMutationVariables } from '../../gql/operations.generated.ts';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { code, SettleList, type Unsettled } from './settle-list.tsx';
import { deadLettersOf, haltsOf, type System, type Trouble } from './system.ts';

type Input = SettleEventMutationVariables['input'];
type Item = Unsettled<SettleEventMutation['settleEvent']>;

/** Events that stop a consumer, and events that were set aside: where they are and why, never what they say. */
export function TroubleSection({ system, onSettled }: { readonly system: System; readonly onSettled: () => void }) {
  const { t } = useTranslation('colonel');
  const halts = haltsOf(system);
  const letters = deadLettersOf(system);
  const itemOf = (trouble: Trouble, words: string, actions: readonly Input['action'][]): Item => ({
    id: trouble.eventId,
    what: `${trouble.consumer} ${trouble.eventId}`,
    facts: [
      { name: t('system.trouble.type'), value: code(trouble.type) },
      { name: t('system.consumers.consumer'), value: code(trouble.consumer) },
      { name: t('system.consumers.state'), value: words },
      { name: t('system.trouble.at'), value: <Moment unixSeconds={trouble.at} /> },
      { name: t('system.trouble.error'), value: <bdi className="break-words">{trouble.error}</bdi> },
      { name: t('system.trouble.event'), value: code(trouble.eventId) },
    ],
    ways: actions.map((action) => ({
      name: t(`system.settle.open.${action}`),
      text: t(`system.settle.text.${action}`),
      done: t(`system.settle.done.${action}`),
      isHarmless: action === 'RETRY',
      run: async (given) => {
        const { service, consumer, eventId } = trouble;
        const input = { service, consumer, eventId, action, ...given };
        return (await mutate(settleEventOperation, { input })).settleEvent;
      },
      impossible: (answer) => (answer.__typename === 'EventNotSettled' ? answer.reason : null),
    })),
  });
  const items = [
    ...halts.map((halt) => itemOf(halt, t('system.trouble.halts'), ['SKIP'])),
    ...letters.map((letter) =>
      itemOf(letter, t('system.trouble.setAside', { attempts: letter.attempts }), ['RETRY', 'DISCARD']),
    ),
  ];
  return (
    <Section title={t('system.trouble.title')} {...(halts.length > 0 ? { tone: 'danger' } : {})}>
      {items.length === 0 && <p className="text-ui text-text-2">{t('system.trouble.none')}</p>}
      <SettleList items={items} onSettled={onSettled} />
    </Section>
  );
}
