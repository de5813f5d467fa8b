import { metaField } from '@onceover/event-store';
import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { submitFeedback } from '@onceover/schema/internal/submit-feedback';
import { refusals } from '@onceover/schema/refusals';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purgePastRows } from '../../adapters/postgres/purge.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
beforeEach(() => notifications.rows('delete from notifications.feedback'));
afterAll(() => notifications[Symbol.asyncDispose]());

const accountRef = '0197a000-0000-7000-8000-000000000009';
const somebody = customer(accountRef, { requestId: 'req-customer', hasSecondFactor: true });
const colonel: CustomerCaller = { ...somebody, role: 'colonel' };

const reading = parse(`query ($first: Int! = 100) {
  feedback(first: $first) { id message created } feedbackStatistics { count todayCount yesterdayCount }
}`);
const submit = (message: string, caller: Caller = visitor) => notifications.ask(submitFeedback, { message, caller });
const read = (caller: Caller, first = 100) =>
  notifications.service.subgraph.execute({ document: reading, variables: { first }, caller });

test('a colonel reads what people said, newest first', async () => {
  const answers = [await submit('more tea'), await submit('less coffee', somebody)];
  expect(answers).toEqual([{ kind: 'done' }, { kind: 'done' }]);
  const { data } = await read(colonel);
  expect(data?.feedback).toMatchObject([{ message: 'less coffee' }, { message: 'more tea' }]);
  expect(data?.feedbackStatistics).toEqual({ count: 2, todayCount: 2, yesterdayCount: 0 });
  expect((await read(colonel, 1)).data?.feedback).toHaveLength(1);
});

test('feedback that says nothing is refused with the words of the specification', async () => {
  const refused = await submit('  \n ');
  expect(refused).toEqual({ kind: 'refused', code: 'feedback.empty' });
  expect(refusals['feedback.empty'].message).toBe('You can be more original than that!');
});

test('long feedback is cut', async () => {
  await submit('x'.repeat(5000));
  expect((await read(colonel)).data?.feedback).toMatchObject([{ message: 'x'.repeat(999) }]);
});

test.each([
  ['an anonymous visitor', visitor],
  ['a customer', somebody],
  ['a colonel without the second factor', { ...colonel, hasSecondFactor: false }],
  ['a colonel by token', { ...colonel, credential: { kind: 'token', ref: 't', scopes: ['account'] } } as Caller],
])('%s reads none of it', async (_name, caller) => {
  const { data, errors } = await read(caller);
  expect(data).toBeNull();
  expect(errors?.map(({ extensions }) => extensions.code)).toContain('NOT_AUTHORIZED');
});

test('the event names the feedback, not what it says or who said it', async () => {
  await submit('CANARY-feedback', somebody);
  const events = await notifications.rows<{ stream_id: string; data: { feedbackId: string } }>(
    `select e.stream_id, e.type, e.tenant_ref, e.data, ${metaField('actorKind')} as actor, e.meta from notifications.events e
     where type = 'feedback.submitted' and ${metaField('correlationId')} = 'req-customer' order by occurred_at desc limit 1`,
  );
  expect(events).toMatchObject([{ type: 'feedback.submitted', tenant_ref: null, actor: 'unknown' }]);
  expect(events[0]?.data).toEqual({ feedbackId: events[0]?.stream_id });
  expect(JSON.stringify(events)).not.toMatch(/CANARY|somebody|0197a000-0000-7000-8000-000000000009/);
});

test('feedback is kept for 90 days, ended emails too', async () => {
  await submit('old');
  await notifications.rows(`update notifications.feedback set created = created - interval '90 days'`);
  await submit('yesterday');
  await notifications.rows(
    `update notifications.feedback set created = created - interval '1 day' where message = 'yesterday'`,
  );
  expect(await purgePastRows(notifications.owner)).toBe(1);
  const { data } = await read(colonel);
  expect(data?.feedback).toMatchObject([{ message: 'yesterday' }]);
  expect(data?.feedbackStatistics).toEqual({ count: 1, todayCount: 0, yesterdayCount: 1 });
});
