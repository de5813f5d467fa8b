import { useQuery } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whileVisible } from '../../gql/graph-client.tsx';
import { accepted, mutate } from '../../gql/mutate.ts';
import { addWebhookOperation } from '../../gql/operations/add-webhook.generated.ts';
import { webhooksOperation } from '../../gql/operations/webhooks.generated.ts';
import type { WebhookOwner, WebhooksQuery } from '../../gql/operations.generated.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useProof } from '../../lib/proof.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Link } from '../../ui/link.tsx';
import { DATE, DatedText } from '../../ui/moment.tsx';
import { Answer } from '../../ui/query-state.tsx';
import { Section } from '../../ui/section.tsx';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import { FreshKey } from './fresh-key.tsx';
import { WebhookForm, type WebhookSettings } from './webhook-form.tsx';
import { stateOf, type Webhook, webhookTones } from './webhook-states.ts';
import { useCounted, useTypeWords, WebhookState } from './webhook-words.tsx';

interface WebhooksSectionProps {
  /** Whose webhooks: the customer's own, or those of the whole installation. */
  readonly of: WebhookOwner;
  readonly pathOf: (id: string) => string;
}

/** Addresses to which events are sent: how each does, and a form for another one. */
export function WebhooksSection({ of, pathOf }: WebhooksSectionProps) {
  const asked = useQuery(webhooksOperation, { variables: { of }, ...whileVisible });
  const content = useRef<HTMLDivElement>(null);
  useFocusKept(content);
  return (
    <div ref={content}>
      <Answer of={asked} rows={3} isKept>
        {({ webhooks }) => <Webhooks of={of} pathOf={pathOf} webhooks={webhooks} onAdded={() => asked.refetch()} />}
      </Answer>
    </div>
  );
}

interface WebhooksProps extends WebhooksSectionProps {
  readonly webhooks: WebhooksQuery['webhooks'];
  readonly onAdded: () => Promise<unknown>;
}

function Webhooks({ of, pathOf, webhooks: { nodes, limit }, onAdded }: WebhooksProps) {
  const { t, i18n } = useTranslation('webhooks');
  const prove = useProof();
  const [isAdding, setAdding] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const number = (count: number) => formatNumber(count, i18n.language);
  const add = async (settings: WebhookSettings) => {
    const { url, description, types } = settings;
    const input = { url, description, types: types === null ? null : [...types], of };
    const { secret } = accepted(await prove(async () => (await mutate(addWebhookOperation, { input })).addWebhook));
    setAdding(false);
    setFresh(secret);
    await onAdded();
  };
  const isFull = nodes.length >= limit;
  return (
    <Section title={t('title')}>
      <p className="text-ui text-text-2">{t(of === 'INSTALLATION' ? 'aboutAll' : 'about')}</p>
      {fresh !== null && <FreshKey secret={fresh} onKept={() => setFresh(null)} />}
      {nodes.length > 0 && (
        <ul className="flex flex-col divide-y divide-border">
          {nodes.map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} href={pathOf(webhook.id)} />
          ))}
        </ul>
      )}
      <p className="text-ui">
        {nodes.length === 0 && `${t('none')} `}
        {t('count', { used: number(nodes.length), limit: number(limit) })}
        {isFull && nodes.length > 0 && ` ${t('full')}`}
      </p>
      {isAdding ? (
        <WebhookForm submit={t('add')} save={add} onCancel={() => setAdding(false)} />
      ) : (
        !isFull && (
          <ActionButton className="self-start max-sm:w-full" onClick={() => setAdding(true)}>
            {t('add')}
          </ActionButton>
        )
      )}
    </Section>
  );
}

function WebhookItem({ webhook, href }: { readonly webhook: Webhook; readonly href: string }) {
  const { t } = useTranslation('webhooks');
  const counted = useCounted();
  const { url, description, types, waiting, lastDelivered, failingSince } = webhook;
  const state = stateOf(webhook);
  return (
    <li data-webhook={webhook.id} className="flex flex-col gap-1 py-3 text-ui">
      <Link href={href} className="link font-medium wrap-anywhere">
        <bdi dir="ltr">{url}</bdi>
      </Link>
      {description !== '' && (
        <p>
          <bdi>{description}</bdi>
        </p>
      )}
      <WebhookState webhook={webhook} />
      {webhookTones[state] === 'bad' && <p>{t(`states.${state}.text`)}</p>}
      <p className="flex flex-wrap gap-x-4 text-small text-text-2">
        <span>{types === null ? t('allEvents') : <TypesInShort types={types} />}</span>
        {state === 'failing' && failingSince !== null && (
          <span>
            <DatedText text={t('failingSince', DATE)} unixSeconds={failingSince} />
          </span>
        )}
        {waiting > 0 && <span>{t('waitingCount', counted(waiting))}</span>}
        <span>
          {lastDelivered === null ? (
            t('neverDelivered')
          ) : (
            <DatedText text={t('lastDeliveredAt', DATE)} unixSeconds={lastDelivered} />
          )}
        </span>
      </p>
    </li>
  );
}

/** One type by its words, several by their number. */
function TypesInShort({ types }: { readonly types: readonly string[] }) {
  const { t } = useTranslation('webhooks');
  const counted = useCounted();
  const wordsOf = useTypeWords();
  const [only, ...others] = types;
  return only !== undefined && others.length === 0 ? wordsOf(only) : t('typesChosen', counted(types.length));
}
