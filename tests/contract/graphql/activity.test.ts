import { expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile({ ONCEOVER_INCOMING_RECIPIENT: 'desk@example.com' });

const fields = `head items { seq kind at
  secret { key secretKey state recipients label deliveries { status } }
  incoming { ticketNumber state timeline { kind } }
  customer { custid recentCounts { received notReceived } emails { sent } } }`;

async function activityOf(browser: Browser, after: string | null = null) {
  await system.drain();
  const { json } = await browser.graph(`query ($after: ID) { activity(after: $after) { ${fields} } }`, { after });
  expect(json.errors).toBeUndefined();
  return json.data.activity;
}

test('an owner is told of their secrets as they stand now, without links, and nobody else is', async () => {
  const [owner, other] = [await system.people.customer(), await system.people.customer()];
  const { head } = await activityOf(owner.browser);
  const elsewhere = (await activityOf(other.browser)).head;
  const { json } = await owner.browser.post('/api/v2/secret/conceal', {
    secret: 'CANARY content',
    passphrase: 'CANARY plum',
  });
  const { key: metadataKey } = json.record.metadata;
  const { key: secretKey } = json.record.secret;
  const created = await activityOf(owner.browser, head);
  expect(created.items).toMatchObject([
    {
      kind: 'CREATED',
      secret: { state: 'NEW', secretKey: null, deliveries: [] },
      incoming: null,
      customer: { custid: owner.email, recentCounts: { received: 0, notReceived: 1 } },
    },
  ]);
  const [{ secret, seq }] = created.items;
  expect((await owner.browser.graph(`{ metadata(key: "${secret.key}") { state } }`)).json.data.metadata).toEqual({
    state: 'NEW',
  });
  const reveal = { continue: 'true', passphrase: 'CANARY plum' };
  expect((await system.people.visitor().post(`/api/v2/secret/${secretKey}`, reveal)).status).toBe(200);
  const opened = await activityOf(owner.browser, seq);
  expect(opened.items).toMatchObject([
    {
      kind: 'OPENED',
      secret: { key: secret.key, state: 'RECEIVED' },
      customer: { recentCounts: { received: 1, notReceived: 0 } },
    },
  ]);
  expect((await activityOf(other.browser, elsewhere)).items).toEqual([]);
  const all = JSON.stringify([created, opened]);
  for (const canary of ['CANARY', metadataKey, secretKey]) expect(all).not.toContain(canary);
});

test('the desk is told of what came in from a visitor, to its end', async () => {
  const desk = await system.people.customer({ email: 'desk@example.com' });
  const { head } = await activityOf(desk.browser);
  const visitor = system.people.visitor();
  await visitor.post('/api/v2/incoming', { secret: 'for the desk', ticketno: 'AB1' });
  const { items } = await activityOf(desk.browser, head);
  expect(items).toMatchObject([
    { kind: 'INCOMING_SUBMITTED', secret: null, incoming: { ticketNumber: 'AB1', state: 'NEW' } },
    { kind: 'EMAIL_SENT', secret: null, incoming: { timeline: [{ kind: 'SUBMITTED' }, { kind: 'MAILED' }] } },
  ]);
});

test('every item of a page has its own secret', async () => {
  const owner = await system.people.customer();
  const { head } = await activityOf(owner.browser);
  for (let made = 0; made < 10; made += 1)
    await owner.browser.post('/api/v2/secret/conceal', { secret: 'one of many' });
  const { items } = await activityOf(owner.browser, head);
  expect(items).toHaveLength(10);
  expect(new Set(items.map(({ secret }: { secret: { key: string } }) => secret.key)).size).toBe(10);
});
