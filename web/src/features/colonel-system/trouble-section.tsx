import { useTranslation } from 'react-i18next';
import { deadLettersOf, haltsOf, type System, type Trouble } from '../../colonel/system.ts';
import { mutate } from '../../gql/mutate.ts';
import { settleEventOperation } from '../../gql/operations/settle-event.generated.ts';
import type { SettleEventMutation, SettleEventMutationVariables } from '../../gql/operations.generated.ts';
import { Moment } from '../../ui/moment.tsx';
import { fact, Section } from '../../ui/section.tsx';
import { code, SettleList, type Unsettled } from './settle-list.tsx';

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
      fact(t('system.trouble.type'), code(trouble.type)),
      fact(t('system.consumers.consumer'), code(trouble.consumer)),
      fact(t('system.consumers.state'), words),
      fact(t('system.trouble.at'), <Moment unixSeconds={trouble.at} />),
      fact(t('system.trouble.error'), <bdi className="break-words">{trouble.error}</bdi>),
      fact(t('system.trouble.event'), code(trouble.eventId)),
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
      itemOf(letter, t('system.trouble.setAside', { count: letter.attempts, n: letter.attempts }), [
        'RETRY',
        'DISCARD',
      ]),
    ),
  ];
  return (
    <Section title={t('system.trouble.title')} {...(halts.length > 0 ? { tone: 'danger' } : {})}>
      {items.length === 0 && <p className="text-ui text-text-2">{t('system.trouble.none')}</p>}
      <SettleList items={items} onSettled={onSettled} />
    </Section>
  );
}
