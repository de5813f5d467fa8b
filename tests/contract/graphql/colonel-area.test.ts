import { webOperations } from '@onceover/schema/operations';
import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

const documentOf = (name: string) => webOperations.find((operation) => operation.name === name)?.document ?? '';
const pulse = `{ colonelPulse { today { created opened } wrongPassphrases { lastHour } eventsPerMinute lagSeconds
  mailQueue { waiting oldest } tail { id at log action target surface } } }`;

test('what charts, pulse and system page are made of holds no content, key, address or secret setting', async () => {
  const secret = 'canary-content-4711';
  const passphrase = 'canary-passphrase-4712';
  const customer = await system.people.customer();
  const made = await customer.browser.post('/api/v2/secret/conceal', { secret, passphrase });
  const { secret: shared, metadata } = made.json.record;
  const [key, metadataKey] = [shared.key, metadata.key];
  expect(key).toMatch(/^[0-9a-z]{31}$/);
  await customer.browser.post(`/api/v2/secret/${key}`, { continue: 'true', passphrase: 'wrong' });
  await system.drain();
  const colonel = await system.people.colonel({ secondFactor: true });
  await eventually(
    async () => {
      const { json } = await colonel.browser.graph(pulse);
      expect(json.data.colonelPulse.today.created).toBeGreaterThan(0);
    },
    { withinMs: 8_000 },
  );
  const answers = [
    await colonel.browser.graph(documentOf('ColonelOverview'), { range: 'HOURS_48' }),
    await colonel.browser.graph(documentOf('ColonelOverview'), { range: 'DAYS_30' }),
    await colonel.browser.graph(documentOf('SystemHealth')),
    await colonel.browser.graph(pulse),
  ];
  for (const { json, text } of answers) {
    expect(json.errors).toBeUndefined();
    for (const hidden of [secret, passphrase, key, metadataKey, customer.email]) expect(text).not.toContain(hidden);
    expect(text).not.toMatch(/\b[0-9a-z]{31}\b/);
  }
});

test('a colonel sees every service, its consumers, the keys by number and age, and the disk', async () => {
  const colonel = await system.people.colonel({ secondFactor: true });
  const { json } = await colonel.browser.graph(documentOf('SystemHealth'));
  const services: Record<string, unknown>[] = json.data.systemHealth.services;
  expect(services.map(({ service, isReachable }) => [service, isReachable])).toEqual([
    ['secrets', true],
    ['accounts', true],
    ['notifications', true],
    ['audit', true],
  ]);
  for (const { consumers, deadLetters, connections, settings } of services) {
    expect(consumers).toEqual(expect.arrayContaining([expect.objectContaining({ isRunning: true, halt: null })]));
    expect(deadLetters).toEqual([]);
    expect(connections).toMatchObject({ waiting: 0, most: expect.any(Number) });
    expect(JSON.stringify(settings)).not.toMatch(/ONCEOVER_(KEK|SMTP_URL|INCOMING_PASSPHRASE)/);
  }
  expect(services[0]).toMatchObject({
    epochs: expect.arrayContaining([expect.objectContaining({ number: expect.any(Number), state: 'current' })]),
    keks: [expect.objectContaining({ version: 1 })],
  });
});

test('a colonel sees how long answers take, and what the gateway was started with but for its secrets', async () => {
  const colonel = await system.people.colonel({ secondFactor: true });
  const answer = await system.people.visitor().post('/api/v2/secret/conceal', { secret: 'tea at six' });
  expect(answer.status).toBe(200);
  const { json } = await colonel.browser.graph(documentOf('SystemHealth'));
  const { requests, settings } = json.data.systemHealth.gateway;
  const times = new Map(requests.map((each: { kind: string }) => [each.kind, each]));
  expect([...times.keys()]).toEqual(['conceal', 'look', 'reveal', 'graph', 'page', 'other']);
  const conceal = times.get('conceal') as { count: number; p50: number; p95: number };
  expect(conceal.count).toBeGreaterThan(0);
  expect(conceal.p50).toBeGreaterThan(0);
  expect(conceal.p95).toBeGreaterThanOrEqual(conceal.p50);
  expect(settings).toContainEqual({ __typename: 'ShownSetting', name: 'ONCEOVER_RATE_LIMITS', value: 'false' });
  expect(JSON.stringify(settings)).not.toContain('TOKEN');
});
