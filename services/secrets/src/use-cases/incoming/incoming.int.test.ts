import { knexOn } from '@onceover/event-store';
import { deskTenant } from '@onceover/schema/events/tenants';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { onDeliveryEnded } from '../../messaging/on-delivery-ended.ts';
import { anonymous, aPerson } from '../../test-support/anonymous.ts';
import { aCustomer, byToken, givePlan, handleOf } from '../../test-support/customer.ts';
import { hear } from '../../test-support/hear.ts';
import { neighbours } from '../../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aToken } from '../../test-support/wishes.ts';
import type { IncomingListInput } from './list-incoming.ts';

const recipient = 'support@desk.example';
let secrets: TestSecrets;
const around = neighbours();
beforeAll(async () => {
  secrets = await startTestSecrets({ incomingRecipient: recipient, anonymousMaxTtlSeconds: 3600 }, around);
});
afterAll(() => secrets[Symbol.asyncDispose]());

/** Outside the test of the limit nobody should meet it. */
const submit = async (change = {}, caller: Parameters<TestSecrets['useCases']['submitIncoming']>[1] = anonymous()) => {
  await secrets.rows('delete from secrets.mail_reservation');
  return await secrets.useCases.submitIncoming(
    { secret: 'my password', ticketNumber: 'AB123', idempotencyKey: null, ...change },
    caller,
  );
};
const lookupOf = ({ metadata }: Awaited<ReturnType<typeof submit>>) =>
  secrets.parts.ports.keys.lookupOf(metadata.secretKey ?? '');
const desk = aCustomer({ custid: recipient });
const list = (change: Partial<IncomingListInput> = {}, caller = desk) =>
  secrets.useCases.listIncoming({ first: 50, after: null, ticketNumber: null, ...change }, caller);

describe('a secret for the support desk', () => {
  test('lives a week, is mailed to the desk with its ticket, and the log knows neither', async () => {
    const submitted = await submit({ ticketNumber: ' AB123\n' });
    expect(submitted).toMatchObject({
      ticketNumber: 'AB123',
      recipient: 'su*****@d*****.example',
      metadata: { ttlSeconds: 604_800, recipients: 'su*****@d*****.example', hasOwner: false, hasPassphrase: false },
    });
    expect(submitted.metadata.emailCount).toBe(1);
    expect(await secrets.useCases.showMetadata(submitted.metadata.key, anonymous())).toEqual(submitted.metadata);
    const lookup = lookupOf(submitted);
    const [mail] = await secrets.rows<{ delivery_id: string; sealed: Buffer }>(
      'select * from secrets.delivery_envelope where lookup = $1',
      [lookup],
    );
    if (mail === undefined) throw new Error('an email was requested');
    expect(around.open(mail.delivery_id, mail.sealed)).toEqual({
      template: 'incoming',
      address: recipient,
      locale: 'en',
      ticketNumber: 'AB123',
      path: `/secret/${submitted.metadata.secretKey}`,
      expiresAt: new Date(submitted.metadata.expiresAt).toISOString(),
    });
    const events = await secrets.rows<{ type: string; data: { secretId?: string } }>(
      `select type, data, stream_id from secrets.events where stream_id =
         (select secret_id from secrets.secret where lookup = $1) order by version`,
      [lookup],
    );
    const [row] = await secrets.rows(
      'select incoming_id, secret_id from secrets.incoming join secrets.secret using (lookup) where lookup = $1',
      [lookup],
    );
    expect(events).toMatchObject([
      { type: 'secret.created', data: { kind: 'incoming', recipientCount: 0 } },
      {
        type: 'incoming.submitted',
        data: {
          incomingId: row?.incoming_id,
          secretId: row?.secret_id,
          inboxRef: null,
          deliveryId: mail.delivery_id,
          inDigest: false,
        },
      },
    ]);
  });

  test('opens like any other', async () => {
    const submitted = await submit();
    const wish = aReveal(submitted.metadata.secretKey ?? '');
    expect((await secrets.useCases.revealSecret(wish, aPerson())).value).toBe('my password');
    const left = await secrets.rows('select from secrets.delivery_envelope where lookup = $1', [lookupOf(submitted)]);
    expect(left).toHaveLength(0);
  });

  test('is cut at the plan of whoever sends it, and owned by them', async () => {
    const customer = aCustomer();
    await givePlan(secrets, customer, { characters: 4 });
    const { metadata } = await submit({ secret: 'x'.repeat(10) }, customer);
    expect(metadata).toMatchObject({ isTruncated: true, isOwner: true, ttlSeconds: 604_800 });
    expect(await handleOf(secrets, metadata.secretKey ?? '')).toMatch(/^[0-9a-z]{31}$/);
    await expect(submit({}, byToken(customer, 'recent'))).rejects.toMatchObject({ name: 'NotAuthorizedError' });
  });

  test('has the configured passphrase', async () => {
    await using guarded = await startTestSecrets(
      { incomingRecipient: recipient, incomingPassphrase: 'plum' },
      neighbours(),
    );
    const { metadata } = await guarded.useCases.submitIncoming(
      { secret: 'x', ticketNumber: '1', idempotencyKey: null },
      anonymous(),
    );
    expect(metadata.hasPassphrase).toBe(true);
    const wish = aReveal(metadata.secretKey ?? '', { passphrase: 'plum' });
    expect((await guarded.useCases.revealSecret(wish, aPerson())).value).toBe('x');
  });
});

test('in the log, what visitors send to the desk belongs to the desk whatever happens, and what customers send to them', async () => {
  const tenantsOf = async (submitted: Awaited<ReturnType<typeof submit>>) => {
    const key = submitted.metadata.secretKey ?? '';
    const claimToken = aToken();
    await secrets.useCases.revealSecret(aReveal(key, { claimToken }), aPerson());
    await secrets.useCases.acknowledgeSecret(key, claimToken, anonymous());
    await secrets.useCases.lookAtSecret(key, anonymous());
    const events = () =>
      secrets.rows<{ type: string; tenant_ref: string }>(
        `select type, tenant_ref from secrets.events join secrets.secret on secret_id = stream_id where lookup = $1
           order by events.version`,
        [lookupOf(submitted)],
      );
    await vi.waitFor(async () => expect(await events()).toHaveLength(5), { timeout: 3000 });
    expect((await events()).map(({ type }) => type)).toEqual([
      'secret.created',
      'incoming.submitted',
      'secret.received',
      'secret.delivery_confirmed',
      'secret.opening_refused',
    ]);
    return new Set((await events()).map(({ tenant_ref }) => tenant_ref));
  };
  expect(await tenantsOf(await submit())).toEqual(new Set([deskTenant]));
  const customer = aCustomer();
  expect(await tenantsOf(await submit({}, customer))).toEqual(new Set([customer.accountRef]));
});
describe('nothing is stored', () => {
  test.each([
    ['of nothing, whatever the ticket', { secret: '', ticketNumber: '' }, 'incoming.empty'],
    ['without a ticket', { ticketNumber: ' ' }, 'incoming.invalid-ticket-number'],
    ['with signs the desk does not use', { ticketNumber: 'AB/123' }, 'incoming.invalid-ticket-number'],
    ['with a ticket that is too long', { ticketNumber: 'A'.repeat(33) }, 'incoming.invalid-ticket-number'],
    ['with a line smuggled in', { ticketNumber: 'AB\r\nBcc: x' }, 'incoming.invalid-ticket-number'],
  ])('%s', async (_what, change, code) => {
    const count = () => secrets.rows('select count(*) from secrets.secret');
    const before = await count();
    await expect(submit(change)).rejects.toMatchObject({ code });
    expect(await count()).toEqual(before);
  });

  test('where there is no desk', async () => {
    await using closed = await startTestSecrets({}, neighbours());
    await expect(
      closed.useCases.submitIncoming({ secret: '', ticketNumber: '', idempotencyKey: null }, anonymous()),
    ).rejects.toMatchObject({
      code: 'incoming.disabled',
    });
  });
});

describe('the desk cannot be silenced', () => {
  const input = { secret: 'x', ticketNumber: 'AB123', idempotencyKey: null };
  /** How many of them are emailed one by one, and how many wait for a digest. */
  const mailingOf = async (submitted: readonly Awaited<ReturnType<typeof submit>>[]) => {
    const rows = await secrets.rows<{ in_digest: boolean; sealed: number }>(
      `select (data->>'inDigest')::bool as in_digest,
         (select count(*)::int from secrets.delivery_envelope v where v.delivery_id::text = data->>'deliveryId') as sealed
       from secrets.events e join secrets.secret s on s.secret_id = e.stream_id
       where e.type = 'incoming.submitted' and s.lookup = any($1)`,
      [submitted.map(lookupOf)],
    );
    expect(rows.every(({ sealed }) => sealed === 1)).toBe(true);
    const digested = rows.filter(({ in_digest }) => in_digest).length;
    return { atOnce: rows.length - digested, digested };
  };
  const from = (network: string) => ({ ...anonymous(), network });
  const send = (callers: readonly ReturnType<typeof from>[]) =>
    Promise.all(callers.map((caller) => secrets.useCases.submitIncoming(input, caller)));
  const many = (count: number, networkOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => from(networkOf(index)));

  test('by four networks: a fifth sender’s email still leaves at once', async () => {
    await secrets.rows('delete from secrets.mail_reservation');
    const flood = await send(many(40, (index) => `198.51.${index % 4}.0/24`));
    expect(await mailingOf(flood)).toEqual({ atOnce: 20, digested: 20 });
    expect(await mailingOf(await send([from('203.0.113.0/24')]))).toEqual({ atOnce: 1, digested: 0 });
  });

  test('by many networks of one provider', async () => {
    await secrets.rows('delete from secrets.mail_reservation');
    expect(await mailingOf(await send(many(50, (index) => `198.51.${index}.0/24`)))).toEqual({
      atOnce: 20,
      digested: 30,
    });
    const six = await send(many(50, (index) => `2001:db8:1:${index}::/64`));
    expect(await mailingOf(six)).toEqual({ atOnce: 20, digested: 30 });
  });

  test('by the whole world: beyond sixty an hour everything is stored and waits for a digest', async () => {
    await secrets.rows('delete from secrets.mail_reservation');
    const flood = await send(many(70, (index) => `10.${index}.0.0/24`));
    expect(await mailingOf(flood)).toEqual({ atOnce: 60, digested: 10 });
    expect(new Set(flood.map(({ recipient }) => recipient))).toEqual(new Set(['su*****@d*****.example']));
  });

  test('and no row of what was counted names a network, nor the same one on another day', async () => {
    await secrets.rows('delete from secrets.mail_reservation');
    await send([from('203.0.113.0/24')]);
    const today = await secrets.rows<{ subject: Buffer }>('select subject from secrets.mail_reservation');
    expect(today).toHaveLength(3);
    const tomorrow = new Date(Date.now() + 86_400_000);
    const databaseTime = { ...secrets.parts.ports.databaseTime, now: () => tomorrow };
    const hashes = await subjectsOn(databaseTime);
    expect(hashes.filter((hash) => today.some(({ subject }) => subject.equals(hash)))).toHaveLength(1);
  });

  /** What is counted for the same sender by that clock; the secret itself is refused for its clock. */
  async function subjectsOn(databaseTime: TestSecrets['parts']['ports']['databaseTime']): Promise<Buffer[]> {
    const subjects: Buffer[] = [];
    const { mailQuota } = secrets.parts.ports;
    const watched = {
      ...mailQuota,
      reserve: async (uses: Parameters<typeof mailQuota.reserve>[0]) => {
        const reserved = await mailQuota.reserve(uses);
        const rows = await secrets.rows<{ subject: Buffer }>(
          'select subject from secrets.mail_reservation where reservation_id = $1',
          [reserved.kind === 'reserved' ? reserved.id : null],
        );
        subjects.push(...rows.map(({ subject }) => subject));
        return reserved;
      },
    };
    const there = secrets.using({ databaseTime, mailQuota: watched });
    await expect(there.submitIncoming(input, from('203.0.113.0/24'))).rejects.toMatchObject({ dependency: 'clock' });
    return subjects;
  }
});

describe('with an Idempotency-Key', () => {
  const emails = () => secrets.rows('select from secrets.delivery_envelope');

  test('the same submission gets the same answer, and the desk no second email', async () => {
    const idempotencyKey = aToken();
    const first = await submit({ ticketNumber: 'LOST1', idempotencyKey });
    expect(first.isReplay).toBe(false);
    const before = (await emails()).length;
    expect(await submit({ ticketNumber: ' LOST1 ', idempotencyKey })).toEqual({ ...first, isReplay: true });
    expect(await emails()).toHaveLength(before);
    expect((await list({ ticketNumber: 'LOST1' })).nodes).toHaveLength(1);
  });

  test('sent twice at the same moment it is stored once, and both get that answer', async () => {
    const idempotencyKey = aToken();
    const change = { ticketNumber: 'LOST2', idempotencyKey };
    const answers = await Promise.all([submit(change), submit(change)]);
    expect(new Set(answers.map(({ metadata }) => metadata.key)).size).toBe(1);
    expect((await list({ ticketNumber: 'LOST2' })).nodes).toHaveLength(1);
  });

  test('another text, another ticket, and another network are other submissions', async () => {
    const idempotencyKey = aToken();
    await submit({ ticketNumber: 'LOST3', idempotencyKey });
    const mismatch = { code: 'secret.idempotency-mismatch' };
    for (const change of [{ secret: 'other' }, { ticketNumber: 'LOST4' }]) {
      await expect(submit({ ticketNumber: 'LOST3', idempotencyKey, ...change })).rejects.toMatchObject(mismatch);
    }
    const elsewhere = submit({ ticketNumber: 'LOST3', idempotencyKey }, anonymous('203.0.113.0/24'));
    await expect(elsewhere).rejects.toMatchObject(mismatch);
  });
});

test('a configured pattern is that of the whole number', async () => {
  await using other = await startTestSecrets(
    { incomingRecipient: recipient, incomingTicketPattern: '\\d{3}|#[A-Z]+' },
    neighbours(),
  );
  const tryTicket = (ticketNumber: string) =>
    other.useCases.submitIncoming({ secret: 'x', ticketNumber, idempotencyKey: null }, anonymous()).then(
      () => 'taken',
      (error) => error.code,
    );
  expect(await tryTicket('123')).toBe('taken');
  expect(await tryTicket('#AB')).toBe('taken');
  expect(await tryTicket('1234')).toBe('incoming.invalid-ticket-number');
  expect(await tryTicket('#ab')).toBe('incoming.invalid-ticket-number');
});

describe('the desk’s list', () => {
  test('tells each secret’s story, newest first', async () => {
    const outcome = async (lookup: Buffer, type: string, version = 1) => {
      const [row] = await secrets.rows<{ id: string }>(
        'select delivery_id as id from secrets.delivery where lookup = $1',
        [lookup],
      );
      const deliveryId = row?.id ?? '';
      const data = { deliveryId, template: 'incoming', attempt: 1, requestedBy: 'secrets', reasonCode: 'other' };
      await hear(knexOn(secrets.parts.pool), onDeliveryEnded, { type, streamId: deliveryId, version, data });
    };
    const ticketNumber = 'STORY1';
    const opened = await submit({ ticketNumber });
    await outcome(lookupOf(opened), 'delivery.sent');
    await secrets.useCases.revealSecret(aReveal(opened.metadata.secretKey ?? ''), aPerson());
    const burned = await submit({ ticketNumber });
    await outcome(lookupOf(burned), 'delivery.failed');
    await secrets.useCases.burnSecret(aBurn(burned.metadata.key), anonymous());
    const returned = await submit({ ticketNumber });
    await outcome(lookupOf(returned), 'delivery.sent');
    await outcome(lookupOf(returned), 'delivery.bounced', 2);
    const over = await submit({ ticketNumber });
    await secrets.endLifetime(lookupOf(over));
    const waiting = await submit({ ticketNumber });
    const page = await list({ ticketNumber: ' STORY1 ' });
    expect(page.nodes.map(({ state, timeline }) => [state, ...timeline.map(({ kind }) => kind)])).toEqual([
      ['new', 'submitted'],
      ['expired', 'submitted', 'expired'],
      ['new', 'submitted', 'mail-bounced'],
      ['burned', 'submitted', 'mail-failed', 'burned'],
      ['received', 'submitted', 'mailed', 'opened'],
    ]);
    expect(page.nodes[0]).toMatchObject({ ticketNumber, secretShortkey: waiting.metadata.secretShortkey });
    expect(JSON.stringify(page)).not.toContain(waiting.metadata.secretKey);
    await secrets.expireDue();
    expect((await list({ ticketNumber })).nodes[1]).toMatchObject({ state: 'expired' });
  });

  test('says by whom each was opened: the desk, the sender, somebody else who was signed in, or a visitor', async () => {
    const sender = aCustomer();
    const number = 'OPENERS';
    for (const opener of [desk, sender, aCustomer(), anonymous()]) {
      const { metadata } = await submit({ ticketNumber: number }, sender);
      await secrets.useCases.revealSecret(aReveal(metadata.secretKey ?? ''), { ...opener, isPerson: true });
    }
    await secrets.useCases.burnSecret(aBurn((await submit({ ticketNumber: number })).metadata.key), anonymous());
    await submit({ ticketNumber: number });
    const openers = async () => (await list({ ticketNumber: number })).nodes.map(({ openedBy }) => openedBy);
    expect(await openers()).toEqual([null, null, 'anonymous', 'signed-in', 'sender', 'desk']);
  });

  test('comes in pages', async () => {
    for (let made = 0; made < 5; made += 1) await submit({ ticketNumber: 'PAGES' });
    const seen: string[] = [];
    let after: IncomingListInput['after'] = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ first: 2, ticketNumber: 'PAGES', after });
      seen.push(...page.nodes.map(({ incomingId }) => incomingId));
      after = page.end;
    } while (after !== null);
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  test('is the desk’s alone', async () => {
    await submit();
    expect((await list()).nodes.length).toBeGreaterThan(0);
    expect((await list({}, byToken(desk, 'secrets-read-meta'))).nodes.length).toBeGreaterThan(0);
    expect(await list({}, aCustomer())).toEqual({ nodes: [], end: null });
    const input = { first: 50, after: null, ticketNumber: null };
    for (const caller of [anonymous(), byToken(desk, 'recent')]) {
      await expect(secrets.useCases.listIncoming(input, caller)).rejects.toMatchObject({ name: 'NotAuthorizedError' });
    }
  });
});

test('the desk finds what came in by the ids in events, and nobody else does', async () => {
  const { accountRef } = desk;
  const submitted = [await submit({ ticketNumber: 'FIND1' }), await submit({ ticketNumber: 'FIND2' }, aCustomer())];
  const rows = await secrets.rows<{ secret_id: string }>(
    'select secret_id from secrets.secret where lookup = any ($1) order by created',
    [submitted.map(lookupOf)],
  );
  const ids = [...rows.map(({ secret_id }) => secret_id), accountRef];
  const shown = await secrets.useCases.showSubmissions(ids, desk);
  expect(shown.map((view) => view?.ticketNumber)).toEqual(['FIND1', 'FIND2', undefined]);
  expect(shown[0]).toEqual((await list({ ticketNumber: 'FIND1' })).nodes[0]);
  for (const caller of [aCustomer(), anonymous(), byToken(desk, 'recent')]) {
    expect(await secrets.useCases.showSubmissions(ids, caller)).toEqual([null, null, null]);
  }
});
