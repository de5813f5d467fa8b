import type { Page } from '@playwright/test';

const day = 86_400;
const now = () => Math.floor(Date.now() / 1000);

/** A webhook as the graph gives it. */
export function playedWebhook(
  change: object = {},
): Record<string, unknown> & { readonly id: string; readonly url: string } {
  return {
    __typename: 'Webhook',
    id: '0197a000-0000-7000-8000-0000000000c1',
    url: 'https://tickets.acme-links.com/hooks/onceover',
    description: 'Ticketing',
    types: null,
    state: 'ACTIVE',
    created: now() - 20 * day,
    failingSince: null,
    lastDelivered: now() - 240,
    waiting: 0,
    publicKey: 'whpk_MCowBQYDK2VwAyEAo7yTYZnRk3u2ZQzJ0Pq1w8n6m5s4r3e=',
    oldSecretUntil: null,
    ...change,
  };
}

/** One that has had no luck for a day, with a long address and chosen events. */
export const failingWebhook = () =>
  playedWebhook({
    id: '0197a000-0000-7000-8000-0000000000c2',
    url: 'https://siem.intranet.acme-links.com:8443/collectors/onceover/0197a000-0000-7000-8000-00000000feed?tenant=emea',
    description: '',
    types: ['io.onceover.secret.received', 'io.onceover.secret.opening_refused'],
    failingSince: now() - day,
    lastDelivered: now() - 2 * day,
    waiting: 12,
    oldSecretUntil: now() + day,
  });

const attempt = (ago: number, status: number | null, problem: string | null, durationMs = 120) => ({
  __typename: 'WebhookAttempt',
  at: now() - ago,
  durationMs,
  status,
  problem,
});

/** A log with something in every state, and every way in which an attempt can fail. */
export function playedDeliveries(): object[] {
  const rows = [
    { type: 'webhook.test', state: 'DELIVERED', position: null, attempts: [attempt(60, 204, null, 35)] },
    {
      type: 'secret.received',
      state: 'WAITING',
      nextTry: now() + 1_500,
      attempts: [attempt(2_100, 503, 'STATUS'), attempt(1_800, null, 'TIMEOUT', 15_000)],
    },
    {
      type: 'secret.opening_refused',
      state: 'FAILED',
      attempts: ['UNKNOWN_HOST', 'PRIVATE_ADDRESS', 'UNREACHABLE', 'CERTIFICATE', 'INTERRUPTED']
        .map((problem, place) => attempt(3 * day - place * 3_600, null, problem))
        .concat(attempt(day, 302, 'REDIRECT')),
    },
    { type: 'secret.created', state: 'SKIPPED', attempts: [] },
    { type: 'domain.verification_failed', state: 'DELIVERED', attempts: [attempt(4 * day, 200, null)] },
  ];
  return rows.map(({ type, ...row }, place) => ({
    __typename: 'WebhookDelivery',
    id: `0197a000-0000-7000-8000-00000000d${100 + place}`,
    eventId: `0197a000-0000-7000-8000-00000000e${100 + place}`,
    type: `io.onceover.${type}`,
    subject: type === 'webhook.test' ? null : '0197a000-0000-7000-8000-0000000000aa',
    position: `${1_042 - place}`,
    nextTry: null,
    created: now() - place * day,
    ...row,
  }));
}

interface PlayedWebhooks {
  readonly webhooks?: readonly (Record<string, unknown> & { readonly id: string })[];
  readonly deliveries?: readonly object[];
  readonly limit?: number;
}

/** The graph's answers about webhooks: no receiver is needed to see how one does. */
export async function playWebhooks(page: Page, played: PlayedWebhooks = {}): Promise<void> {
  const { webhooks = [], deliveries = [], limit = 10 } = played;
  const answers: Readonly<Record<string, (variables: { id?: string }) => object>> = {
    Webhooks: () => ({ webhooks: { __typename: 'Webhooks', limit, nodes: webhooks } }),
    Webhook: ({ id }) => ({ webhook: webhooks.find((one) => one.id === id) ?? null }),
    WebhookDeliveries: ({ id }) => ({
      webhook: {
        __typename: 'Webhook',
        id,
        deliveries: {
          __typename: 'WebhookDeliveries',
          endCursor: deliveries.length > 3 ? 'more' : null,
          nodes: deliveries,
        },
      },
    }),
    AddWebhook: () => ({
      addWebhook: {
        __typename: 'WebhookSecret',
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4n6m5s4r3e0=',
        webhook: { __typename: 'Webhook', id: webhooks[0]?.id ?? '' },
      },
    }),
  };
  await page.route('**/graphql', async (route) => {
    const { operationName, variables } = route.request().postDataJSON();
    const answer = answers[operationName];
    if (answer === undefined) return await route.fallback();
    await route.fulfill({ json: { data: answer(variables) } });
  });
}
