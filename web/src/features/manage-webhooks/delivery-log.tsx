import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whileVisible } from '../../gql/graph-client.tsx';
import { accepted, mutate } from '../../gql/mutate.ts';
import { redeliverWebhookOperation } from '../../gql/operations/redeliver-webhook.generated.ts';
import { webhookDeliveriesOperation } from '../../gql/operations/webhook-deliveries.generated.ts';
import type { WebhookDeliveryState } from '../../gql/operations.generated.ts';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import { announce } from '../../lib/announcer.ts';
import { useSearchWords } from '../../lib/use-search-words.ts';
import { useAction } from '../../lib/use-submit.ts';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { DATE, DatedText, Moment } from '../../ui/moment.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Answer } from '../../ui/query-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Facts, fact, Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ToneIcon, toneColours } from '../../ui/tone-icon.tsx';
import { ReplayButton } from './replay-button.tsx';
import { canBeSentAgain, type Delivery, deliveryTones, isUnderWay, type Webhook } from './webhook-states.ts';
import { useOutcomeWords, useTypeWords } from './webhook-words.tsx';

const PAGE = 20;
const POLL_EVERY_MS = 5_000;
/** While something is on its way. */
const POLL_SOON_MS = 1_000;

const states = ['WAITING', 'DELIVERED', 'FAILED', 'SKIPPED'] as const satisfies readonly WebhookDeliveryState[];

interface DeliveryLogProps {
  readonly webhook: Webhook;
  /** How many tests were sent from this page; another one is looked for at once. */
  readonly tests: number;
  readonly onChanged: () => Promise<unknown>;
}

/** What the log looks for, kept in the address. */
function useLogFilter() {
  const [said, say] = useSearchWords();
  return {
    state: states.find((each) => each === said.get('state')) ?? null,
    search: (said.get('search') ?? '').trim().slice(0, 100),
    say: (name: 'state' | 'search', word: string) => say(name, word),
  };
}

/** What was sent and what became of it, a page at a time, kept current. */
export function DeliveryLog({ webhook: { id }, tests, onChanged }: DeliveryLogProps) {
  const { t } = useTranslation('webhooks');
  const { state, search, say } = useLogFilter();
  // Where the pages before this one and this one begin; the first begins at the newest.
  const [places, setPlaces] = useState<readonly string[]>([]);
  const wanted = `${state} ${search}`;
  const [asked, setAsked] = useState(wanted);
  if (asked !== wanted) {
    setAsked(wanted);
    setPlaces([]);
  }
  const [isSoon, setSoon] = useState(false);
  const found = useQuery(webhookDeliveriesOperation, {
    variables: { id, first: PAGE, after: places.at(-1) ?? null, state, search: search === '' ? null : search },
    ...whileVisible,
    pollInterval: isSoon ? POLL_SOON_MS : POLL_EVERY_MS,
  });
  const { previousData, refetch } = found;
  const data = found.data ?? previousData;
  const shown = data?.webhook?.deliveries;
  const isMoving = shown !== undefined && isUnderWay(shown.nodes);
  useEffect(() => setSoon(isMoving), [isMoving]);
  useEffect(() => {
    if (tests > 0) void refetch();
  }, [tests, refetch]);
  const again = async () => {
    await Promise.all([refetch(), onChanged()]);
  };
  const isFiltered = state !== null || search !== '';
  return (
    <Section title={t('delivery.title')}>
      <p className="text-ui text-text-2">{t('delivery.about')}</p>
      <LogFilter state={state} search={search} say={say} />
      <Answer of={{ ...found, data }} rows={4} isKept>
        {() =>
          shown === undefined || shown.nodes.length === 0 ? (
            <p className="text-ui">{t(isFiltered || places.length > 0 ? 'delivery.noneFound' : 'delivery.none')}</p>
          ) : (
            <ol className="flex flex-col divide-y divide-border" aria-busy={found.data === undefined || undefined}>
              {shown.nodes.map((delivery) => (
                <DeliveryItem key={delivery.id} webhookId={id} delivery={delivery} onAgain={again} />
              ))}
            </ol>
          )
        }
      </Answer>
      <Pager
        hasNewer={places.length > 0}
        older={shown?.endCursor ?? null}
        onNewer={() => setPlaces(places.slice(0, -1))}
        onOlder={(place) => setPlaces([...places, place])}
      />
      <ReplayButton webhookId={id} onDone={again} />
    </Section>
  );
}

type LogFilterProps = ReturnType<typeof useLogFilter>;

function LogFilter({ state, search, say }: LogFilterProps) {
  const { t } = useTranslation('webhooks');
  const { typed, type } = useTypedSearch(search, (word) => say('search', word));
  return (
    <search className="flex flex-wrap items-start gap-4">
      <SelectField
        label={t('delivery.state')}
        value={state ?? ''}
        onChoose={(word) => say('state', word)}
        options={[
          { value: '', text: t('delivery.any') },
          ...states.map((each) => ({ value: each, text: t(`delivery.states.${each}`) })),
        ]}
      />
      <div className="min-w-60 flex-1">
        <SearchField
          label={t('delivery.search')}
          hint={t('delivery.searchHint')}
          value={typed}
          onType={type}
          autoCapitalize="none"
          maxLength={100}
        />
      </div>
    </search>
  );
}

interface PagerProps {
  readonly hasNewer: boolean;
  /** Where the next page begins; null: there is none. */
  readonly older: string | null;
  readonly onNewer: () => void;
  readonly onOlder: (place: string) => void;
}

function Pager({ hasNewer, older, onNewer, onOlder }: PagerProps) {
  const { t } = useTranslation('webhooks');
  if (!hasNewer && older === null) return null;
  return (
    <nav aria-label={t('delivery.pages')} className="flex flex-wrap gap-3">
      <ActionButton isOff={!hasNewer} onClick={onNewer}>
        {t('delivery.newer')}
      </ActionButton>
      <ActionButton isOff={older === null} onClick={() => older !== null && onOlder(older)}>
        {t('delivery.older')}
      </ActionButton>
    </nav>
  );
}

interface DeliveryItemProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
  readonly onAgain: () => Promise<void>;
}

function DeliveryItem({ webhookId, delivery, onAgain }: DeliveryItemProps) {
  const { t, i18n } = useTranslation('webhooks');
  const what = useTypeWords()(delivery.type);
  const outcomeOf = useOutcomeWords();
  const { isBusy, error, run } = useAction();
  const { id: deliveryId, state, created, nextTry, attempts } = delivery;
  const last = attempts.at(-1);
  const again = () =>
    run(async () => {
      accepted((await mutate(redeliverWebhookOperation, { id: webhookId, deliveryId })).redeliverWebhook);
      await onAgain();
      announce(t('delivery.againDone'));
    });
  return (
    <li data-delivery={deliveryId} className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="me-auto min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 text-ui">
            <span className="font-medium">{what}</span>
            <span className={`inline-flex items-center gap-2 ${toneColours[deliveryTones[state]]}`}>
              <ToneIcon tone={deliveryTones[state]} />
              {t(`delivery.states.${state}`)}
            </span>
          </p>
          <p className="flex flex-wrap gap-x-4 text-small text-text-2">
            <Moment unixSeconds={created} />
            {last !== undefined && <span>{outcomeOf(last)}</span>}
            {last === undefined && state === 'WAITING' && <span>{t('delivery.noAttempt')}</span>}
            {nextTry !== null && last !== undefined && (
              <span>
                <DatedText text={t('delivery.nextTry', DATE)} unixSeconds={nextTry} />
              </span>
            )}
          </p>
        </div>
        {canBeSentAgain(delivery) && (
          <ActionButton
            isOff={isBusy}
            className="max-sm:w-full"
            aria-label={t('delivery.againLabel', { what: `${what}, ${formatMoment(created, i18n.language)}` })}
            onClick={() => void again()}
          >
            {t('delivery.again')}
          </ActionButton>
        )}
      </div>
      <ProblemNotice error={error} />
      <Disclosure summary={t('delivery.details')}>
        <DeliveryDetails delivery={delivery} />
      </Disclosure>
    </li>
  );
}

function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation('webhooks');
  const { type, eventId, subject, position, attempts } = delivery;
  const reference = (text: string) => (
    <code dir="ltr" className="wrap-anywhere">
      {text}
    </code>
  );
  return (
    <Facts
      facts={[
        fact(t('delivery.type'), reference(type)),
        fact(t('delivery.event'), reference(eventId)),
        ...(subject === null ? [] : [fact(t('delivery.subject'), reference(subject))]),
        ...(position === null ? [] : [fact(t('delivery.number'), reference(position))]),
        ...(attempts.length === 0 ? [] : [fact(t('delivery.attempts'), <Attempts attempts={attempts} />)]),
      ]}
    />
  );
}

function Attempts({ attempts }: Pick<Delivery, 'attempts'>) {
  const { t, i18n } = useTranslation('webhooks');
  const outcomeOf = useOutcomeWords();
  return (
    <ol className="flex flex-col gap-1">
      {attempts.map((attempt) => (
        <li key={`${attempt.at} ${attempt.durationMs} ${attempt.problem}`}>
          <p>{outcomeOf(attempt)}</p>
          <p className="text-small">
            <DatedText
              text={t('delivery.attempt', { ...DATE, ms: formatNumber(attempt.durationMs, i18n.language) })}
              unixSeconds={attempt.at}
            />
          </p>
        </li>
      ))}
    </ol>
  );
}
