import type { Caller } from '@onceover/schema/caller';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestAudit, type TestAudit } from '../../../test-support/test-audit.ts';

let audit: TestAudit;
const [nina, ninas, nobodys, later] = [newId(), newId(), newId(), newId()];
beforeAll(async () => {
  audit = await startTestAudit();
  const { append, cover } = audit;
  for (let block = 0; block < 5; block++) {
    await append('secrets', 'secret.created', {}, {});
    await cover('secrets');
  }
  await append('secrets', 'secret.created', {}, { streamId: nobodys });
  await append('secrets', 'secret.created', {}, { tenantRef: nina, streamId: ninas });
  await cover('secrets');
  await append('secrets', 'secret.created', {}, { streamId: later });
  await audit.drain();
});
afterAll(() => audit[Symbol.asyncDispose]());

const colonel = customer(newId(), { role: 'colonel', hasSecondFactor: true });
const document = parse(`query ($reference: String!, $from: UnixTime, $to: UnixTime) {
  auditCover(reference: $reference, from: $from, to: $to) {
    log position entry { id action account } block { log number events at hash } } }`);
const answer = z.array(
  z.object({
    log: z.string(),
    position: z.string(),
    entry: z.object({ id: z.string(), action: z.string(), account: z.string().nullable() }).nullable(),
    block: z
      .object({ log: z.string(), number: z.number(), events: z.number(), at: z.iso.datetime(), hash: z.string() })
      .nullable(),
  }),
);
const ask = (variables: object, caller: Caller = colonel) =>
  audit.service.subgraph.execute({ document, variables: { ...variables }, caller });
async function find(reference: string, times: object = {}) {
  const { data, errors } = await ask({ reference, ...times });
  expect(errors).toBeUndefined();
  return answer.parse(data?.auditCover);
}

interface Place {
  readonly id: string;
  readonly position: string;
}
async function placeOf(streamId: string): Promise<Place> {
  const found = await audit.service.subgraph.execute({
    document: parse(`query ($target: String) { auditTrail(filter: { target: $target }) { entries { id position } } }`),
    variables: { target: streamId },
    caller: colonel,
  });
  const { entries } = z
    .object({ entries: z.array(z.object({ id: z.string(), position: z.string() })) })
    .parse(found.data?.auditTrail);
  return entries[0] ?? expect.fail();
}

test('an event of nobody is found by its position and by its id, with the block that covers it', async () => {
  const { id, position } = await placeOf(nobodys);
  const [block] = await audit.rows<{ number: number; hash: string }>(
    `select number::int, encode(hash, 'hex') as hash from audit.blocks
     where log = 'secrets' and from_position <= $1 and to_position >= $1`,
    [position],
  );
  const entry = { id, action: 'secret.created', account: null };
  const expected = [{ log: 'secrets', position, entry, block: expect.objectContaining(block ?? expect.fail()) }];
  expect(await find(position)).toEqual(expected);
  expect(await find(id)).toEqual(expected);
});

test('so is an entry of an account', async () => {
  const { id, position } = await placeOf(ninas);
  const [byPosition] = await find(position);
  expect(byPosition).toMatchObject({ log: 'secrets', entry: { id, account: nina }, block: { log: 'secrets' } });
  expect(await find(id)).toEqual([byPosition]);
});

test('an id is searched between the times alone', async () => {
  const { id } = await placeOf(nobodys);
  const second = Math.floor(Date.now() / 1000);
  expect(await find(id, { from: second - 600, to: second + 600 })).toHaveLength(1);
  expect(await find(id, { to: second - 600 })).toEqual([]);
});

test('what is not covered yet says so', async () => {
  const { position } = await placeOf(later);
  expect(await find(position)).toMatchObject([{ entry: { action: 'secret.created' }, block: null }]);
});

test('every block is found by both of its ends', async () => {
  const blocks = await audit.rows<{ number: number; from: string; to: string }>(
    `select number::int, from_position as "from", to_position as "to" from audit.blocks where log = 'secrets'`,
  );
  expect(blocks.length).toBeGreaterThanOrEqual(6);
  for (const { number, from, to } of blocks) {
    for (const position of [from, to]) {
      const found = await find(position);
      expect(found.find(({ log }) => log === 'secrets')?.block?.number).toBe(number);
    }
  }
});

test('a request gives all that it did, and what is not known nothing', async () => {
  expect((await find('req-test')).length).toBeGreaterThan(5);
  for (const reference of [newId(), 'another', '00009:00000000000000000001:0000000000000000001']) {
    expect(await find(reference)).toEqual([]);
  }
});

test.each([
  ['first part', '32768:00000000000000000001:0000000000000000001'],
  ['second part', '00001:18446744073709551616:0000000000000000001'],
  ['last part', '00001:00000000000000000001:9223372036854775808'],
  ['end', '99999:99999999999999999999:9999999999999999999'],
  ['start of a generation', '00009:00000000000000000000:0000000000000000000'],
  ['start of a transaction', '00009:00000000000000000001:0000000000000000000'],
  ['start of the log', '00000:00000000000000000000:0000000000000000000'],
])('what looks like a position, but no event can have it, is not known: %s', async (_, reference) => {
  expect(await find(reference)).toEqual([]);
});

test('an event that is kept no longer is still covered by its block', async () => {
  const { position } = await placeOf(nobodys);
  const [before] = await find(position);
  await audit.rows('alter table secrets.events disable trigger user');
  await audit.rows('delete from secrets.events where stream_id = $1', [nobodys]);
  const found = await find(position);
  expect(found).toEqual([{ log: 'secrets', position, entry: null, block: before?.block }]);
});

test('nobody but a colonel with the second factor looks, and no reference is beyond its bounds', async () => {
  const callers = [visitor, { ...colonel, role: 'customer' as const }, { ...colonel, hasSecondFactor: false }];
  for (const caller of callers) {
    const { errors } = await ask({ reference: 'x' }, caller);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_AUTHORIZED' });
  }
  for (const reference of ['', 'x'.repeat(201)]) {
    const { errors } = await ask({ reference });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT' });
  }
});
