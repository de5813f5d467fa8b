import { incomingAnswer } from '@onceover/schema/rest/support';
import { expect, test } from 'vitest';
import { post, postJson } from '../../support/http.ts';
import { linkKey } from '../../support/mail-files.ts';
import { openAsPage } from '../../support/open-as-page.ts';
import { expectFailure, expectOk } from '../support/expectations.ts';
import { claimToken, reveal } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const DESK = 'support@example.com';
const system = systemOfThisFile({ ONCEOVER_INCOMING_RECIPIENT: DESK });
const INCOMING = '/api/v2/incoming';
const bad = (code: string, message: string) => ({ status: 400, code, message });
const badTicket = bad('bad_ticket', 'You must provide a valid ticket number');
const nothing = bad('empty_secret', 'You did not provide any information to share');

test('a visitor sends in a secret, and the support desk gets an email with its link and ticket', async () => {
  const fields = { secret: 'the router`s password', ticketno: ' AB123 ', kind: 'generate' };
  const { custid, record, details } = expectOk(await post(system.url, INCOMING, fields), incomingAnswer);
  expect(custid).toBe('anon');
  expect(details).toEqual({ ticketno: 'AB123', recipient_safe: ['su*****@e*****.com'] });
  expect(record.metadata).toMatchObject({ state: 'new', secret_ttl: 604_800, custid: 'anon' });
  const mail = await system.people.mailTo(DESK, /AB123/);
  expect(mail.subject).toContain('[Ticket: AB123]');
  // Its link came by email: a program is refused, whoever reads it opens it.
  const key = linkKey(mail, 'secret');
  expect((await reveal(system.url, key)).json.code).toBe('people_only');
  const shown = await openAsPage(system.url, key);
  expect(shown.json.record.secret_value).toBe('the router`s password');
});

test('sent again with its Idempotency-Key it is the same submission; a weak key is refused', async () => {
  const fields = { secret: 'sent twice', ticketno: 'AGAIN1' };
  const mine = { 'idempotency-key': claimToken() };
  const first = await post(system.url, INCOMING, fields, mine);
  const again = await post(system.url, INCOMING, fields, mine);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
  const keyOf = (answer: typeof first) => expectOk(answer, incomingAnswer).record.metadata.key;
  expect(keyOf(again)).toBe(keyOf(first));
  const other = await post(system.url, INCOMING, { ...fields, secret: 'another' }, mine);
  expect(other.json.code).toBe('idempotency_mismatch');
  const weak = await post(system.url, INCOMING, fields, { 'idempotency-key': 'short' });
  expectFailure(weak, bad('bad_idempotency_key', 'Malformed Idempotency-Key'));
});

test('a customer sends it in by name', async () => {
  const { browser, email } = await system.people.customer();
  const answer = expectOk(await browser.post(INCOMING, { secret: 'a', ticketno: 'C1' }), incomingAnswer);
  expect([answer.custid, answer.record.metadata.custid]).toEqual([email, email]);
});

test('an empty text is reported before a bad ticket', async () => {
  expectFailure(await post(system.url, INCOMING, {}), nothing);
  expectFailure(await post(system.url, INCOMING, { secret: '', ticketno: '!' }), nothing);
});

test.each([
  '',
  ' ',
  'AB 123',
  'AB/123',
  'ü',
  'x'.repeat(33),
  'x'.repeat(10_000),
  'AB1\r\nBcc: victim@example.com',
  'AB1\0',
])('not a ticket number: %.20j', async (ticketno) => {
  const before = await system.tables.pendingContent();
  expectFailure(await post(system.url, INCOMING, { secret: 'a', ticketno }), badTicket);
  expect(await system.tables.pendingContent()).toEqual(before);
});

test.each(['AB-1234', '#42', 'HELP_7', '2026.118'])('a ticket number as desks write them: %s', async (ticketno) => {
  const sent = await post(system.url, INCOMING, { secret: 'a', ticketno });
  expect(expectOk(sent, incomingAnswer).details.ticketno).toBe(ticketno);
});

test("limits: one character, 32 for a ticket, and a text cut at the plan's size", async () => {
  expectOk(await post(system.url, INCOMING, { secret: ' ', ticketno: 'x'.repeat(32) }), incomingAnswer);
  const long = await post(system.url, INCOMING, { secret: 'x'.repeat(10_001), ticketno: 'L1' });
  expect(expectOk(long, incomingAnswer).record.metadata.is_truncated).toBe(true);
  const twice = await post(system.url, `${INCOMING}?ticketno=Q1`, { secret: 'a', ticketno: 'B1' });
  expect(expectOk(twice, incomingAnswer).details.ticketno).toBe('B1');
  const wrongType = await postJson(system.url, INCOMING, { secret: { a: 1 }, ticketno: 'L2' });
  expectFailure(wrongType, bad('bad_payload', 'Incorrect payload format'));
  expectOk(await postJson(system.url, INCOMING, { secret: true, ticketno: 12_345 }), incomingAnswer);
});

test('at the plain path a browser is redirected back with a notice', async () => {
  const html = { accept: 'text/html' };
  const sent = await post(system.url, '/incoming', { secret: 'a', ticketno: 'P1' }, html);
  expect([sent.status, sent.headers.location]).toEqual([302, '/incoming?notice=incoming_received']);
  const refused = await post(system.url, '/incoming', { secret: 'a', ticketno: '' }, html);
  expect([refused.status, refused.headers.location]).toEqual([302, '/incoming?notice=bad_ticket']);
});
