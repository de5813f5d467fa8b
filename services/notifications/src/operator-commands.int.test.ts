import { runEventsCommand, runRebuildCommand } from '@onceover/event-bus/cli';
import { readMeta } from '@onceover/event-store';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNotificationsEventTools } from './cli.ts';
import { startTestNotifications, type TestNotifications } from './test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
afterAll(() => notifications[Symbol.asyncDispose]());

const consumer = 'notifications.mail';

/** An event that was set aside, of a log that no longer has it. */
async function deadLetter(): Promise<string> {
  const eventId = newId();
  await notifications.rows(
    `insert into notifications.dead_letters
       (consumer, event_id, source, position, type, error, attempts, first_at, last_at, state)
     values ($1, $2, 'secrets', $3, 'secret.delivery_requested', 'RangeError', 5, now(), now(), 'parked')`,
    [`${consumer}@1`, eventId, `00001:${'0'.repeat(20)}:${'0'.repeat(19)}`],
  );
  return eventId;
}

async function events(...argv: string[]) {
  const lines: string[] = [];
  await using stack = new AsyncDisposableStack();
  const services = [await openNotificationsEventTools(notifications, stack)];
  const open = async () => ({ services, watermarkAge: async () => 0 });
  const code = await runEventsCommand(argv, { open, write: (line) => void lines.push(line) });
  return { code, text: lines.join('\n') };
}

const recordedOf = async (eventId: string) =>
  (
    await notifications.rows<{ tenant: string; data: { action: string }; meta: object }>(
      `select tenant_ref as tenant, data, meta from notifications.events
       where type = 'operator.action_taken' and data->>'targetRef' = $1`,
      [eventId],
    )
  ).map(({ meta, ...event }) => ({ ...event, surface: readMeta(meta).surface }));
const stateOf = async (eventId: string) =>
  (await notifications.rows('select state from notifications.dead_letters where event_id = $1', [eventId]))[0]?.state;

test('a dead letter that is discarded on the command line is an operator event, with its reason', async () => {
  const eventId = await deadLetter();
  const { code } = await events(
    'dlq',
    'discard',
    '--consumer',
    consumer,
    '--event',
    eventId,
    '--reason',
    'maintenance',
  );
  expect(code).toBe(0);
  expect(await stateOf(eventId)).toBe('discarded');
  const data = {
    operatorRef: null,
    action: 'event_discarded',
    targetKind: 'event',
    targetRef: eventId,
    reasonCode: 'maintenance',
  };
  expect(await recordedOf(eventId)).toEqual([{ tenant: operatorTenant, surface: 'cli', data }]);
});

test.each([['dlq discard'], ['skip']])('%s gives nothing up without a reason, and says what to write', async (verb) => {
  const eventId = await deadLetter();
  for (const reason of [[], ['--reason', 'Because I say so']]) {
    const { code, text } = await events(...verb.split(' '), '--consumer', consumer, '--event', eventId, ...reason);
    expect(code).toBe(2);
    expect(text).toMatch(/--reason <word> +why, for the audit trail: a word/);
  }
  expect(await stateOf(eventId)).toBe('parked');
  expect(await recordedOf(eventId)).toEqual([]);
});

test('what is refused is not recorded: nothing was done', async () => {
  const eventId = await deadLetter();
  expect((await events('dlq', 'retry', '--consumer', consumer, '--event', eventId)).text).toContain('no longer in');
  const skip = await events('skip', '--consumer', consumer, '--event', eventId, '--reason', 'maintenance');
  expect(skip.text).toContain('is not halted on event');
  expect(await recordedOf(eventId)).toEqual([]);
});

test('a replay and a rebuild are operator events of the consumer; one that is refused is none', async () => {
  const feed = 'notifications.account_feed';
  const refused = await events('replay', '--consumer', consumer, '--from', 'beginning');
  expect(refused.text).toContain('pass --allow-effects');
  const wordless = await events(
    'replay',
    '--consumer',
    consumer,
    '--from',
    'beginning',
    '--allow-effects',
    '--reason',
    'So!',
  );
  expect(wordless.text).toContain('Write one word of small letters.');
  expect(await recordedOf(consumer)).toEqual([]);
  const reason = ['--reason', 'maintenance'];
  const { code, text } = await events(
    'replay',
    '--consumer',
    consumer,
    '--from',
    'beginning',
    '--allow-effects',
    ...reason,
  );
  expect([code, text]).toEqual([0, 'replayed 0 events']);
  const data = { operatorRef: null, targetKind: 'consumer' };
  expect(await recordedOf(consumer)).toEqual([
    {
      tenant: operatorTenant,
      surface: 'cli',
      data: { ...data, action: 'events_replayed', targetRef: consumer, reasonCode: 'maintenance' },
    },
  ]);
  const lines: string[] = [];
  await using stack = new AsyncDisposableStack();
  const services = [await openNotificationsEventTools(notifications, stack)];
  const deps = { open: async () => ({ services }), write: (line: string) => void lines.push(line) };
  expect(await runRebuildCommand([consumer], deps)).toBe(1);
  expect(lines.join()).toContain('cannot be rebuilt');
  expect(await runRebuildCommand([feed], deps)).toBe(0);
  const actions = async (name: string) => (await recordedOf(name)).map(({ data: { action } }) => action);
  expect([await actions(consumer), await actions(feed)]).toEqual([['events_replayed'], ['projection_rebuilt']]);
});
