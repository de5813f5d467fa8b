import type { Caller } from '@onceover/schema/caller';
import { parse } from 'graphql';
import type { TestNotifications } from './test-notifications.ts';

const FIELDS = `id url description types state created failingSince lastDelivered waiting publicKey oldSecretUntil`;
const DELIVERY = `id eventId type subject position state created nextTry attempts { at durationMs status problem }`;
const REFUSAL = `... on Refusal { code }`;

const documents = {
  list: `query ($of: WebhookOwner! = ACCOUNT) { webhooks(of: $of) { nodes { ${FIELDS} } limit } }`,
  find: `query ($id: ID!) { webhook(id: $id) { ${FIELDS} } }`,
  log: `query ($id: ID!, $first: Int! = 20, $after: String, $state: WebhookDeliveryState, $search: String) {
    webhook(id: $id) { deliveries(first: $first, after: $after, state: $state, search: $search) { nodes { ${DELIVERY} } endCursor } } }`,
  add: `mutation ($input: AddWebhookInput!) { done: addWebhook(input: $input) {
    ... on WebhookSecret { secret webhook { ${FIELDS} } } ... on TooManyWebhooks { limit } ${REFUSAL} } }`,
  change: `mutation ($input: ChangeWebhookInput!) { done: changeWebhook(input: $input) { ... on Webhook { ${FIELDS} } ${REFUSAL} } }`,
  pause: `mutation ($id: ID!) { done: pauseWebhook(id: $id) { ... on Webhook { ${FIELDS} } ${REFUSAL} } }`,
  resume: `mutation ($id: ID!, $skipWaiting: Boolean! = false) { done: resumeWebhook(id: $id, skipWaiting: $skipWaiting) {
    ... on Webhook { ${FIELDS} } ${REFUSAL} } }`,
  remove: `mutation ($id: ID!) { done: removeWebhook(id: $id) { ... on WebhookRemoved { isRemoved } ${REFUSAL} } }`,
  replace: `mutation ($id: ID!, $overlapHours: Int! = 24) { done: replaceWebhookSecret(id: $id, overlapHours: $overlapHours) {
    ... on WebhookSecret { secret webhook { ${FIELDS} } } ${REFUSAL} } }`,
  test: `mutation ($id: ID!) { done: testWebhook(id: $id) {
    ... on WebhookDelivery { ${DELIVERY} } ... on TooManyTries { retryAfterSeconds } ${REFUSAL} } }`,
  redeliver: `mutation ($id: ID!, $deliveryId: ID!) { done: redeliverWebhook(id: $id, deliveryId: $deliveryId) {
    ... on WebhookDelivery { ${DELIVERY} } ${REFUSAL} } }`,
  replay: `mutation ($id: ID!, $after: ID, $upTo: ID, $failedOnly: Boolean! = false) {
    done: replayWebhook(id: $id, after: $after, upTo: $upTo, failedOnly: $failedOnly) { ... on WebhookReplay { count } ${REFUSAL} } }`,
} as const;

export interface ShownWebhook {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly types: readonly string[] | null;
  readonly state: string;
  readonly failingSince: number | null;
  readonly lastDelivered: number | null;
  readonly waiting: number;
  readonly publicKey: string;
  readonly oldSecretUntil: number | null;
}

export interface ShownDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly subject: string | null;
  readonly position: string | null;
  readonly state: string;
  readonly nextTry: number | null;
  readonly attempts: readonly { readonly status: number | null; readonly problem: string | null }[];
}

/** Asks the graph about webhooks, as a page does. */
export function webhookGraph(notifications: () => TestNotifications) {
  /** What was answered; the code of what was refused. */
  async function ask(what: keyof typeof documents, variables: object, caller: Caller) {
    const document = parse(documents[what]);
    const { data, errors } = await notifications().service.subgraph.execute({
      document,
      variables: { ...variables },
      caller,
    });
    if (errors !== undefined) return { code: String(errors[0]?.extensions.code) };
    // biome-ignore lint/suspicious/noExplicitAny: an answer of the graph, whose fields the documents name.
    return ('done' in (data ?? {}) ? data?.done : data) as any;
  }
  return {
    ask,
    async add(caller: Caller, input: object): Promise<{ readonly secret: string; readonly webhook: ShownWebhook }> {
      const answer = await ask('add', { input }, caller);
      if (answer.code !== undefined) throw new Error(answer.code);
      return answer;
    },
    find: async (id: string, caller: Caller): Promise<ShownWebhook> => (await ask('find', { id }, caller)).webhook,
    async log(id: string, caller: Caller, wanted: object = {}): Promise<readonly ShownDelivery[]> {
      return (await ask('log', { id, ...wanted }, caller)).webhook.deliveries.nodes;
    },
  };
}
