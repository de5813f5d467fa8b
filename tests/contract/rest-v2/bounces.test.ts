import { privateAnswer } from '@onceover/schema/rest/metadata';
import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { concealAs } from '../../support/customer-secrets.ts';
import { BOUNCE_TOKEN, handInBounce } from '../../support/hand-in-bounce.ts';
import { ask } from '../../support/http.ts';
import { LiveSocket } from '../../support/live-socket.ts';
import { openAsPage } from '../../support/open-as-page.ts';
import { newEmail } from '../../support/people.ts';
import { systemOfThisFile } from '../support/system.ts';

const DESK = 'desk@example.com';
const system = systemOfThisFile({ ONCEOVER_BOUNCE_TOKEN: BOUNCE_TOKEN, ONCEOVER_INCOMING_RECIPIENT: DESK });

async function statusesOf(metadataKey: string) {
  const { json } = await ask(system.url, `/api/v2/private/${metadataKey}`);
  return privateAnswer.parse(json).details.deliveries.map(({ status }) => status);
}

test('whoever emailed a link sees that it came back: by the private link, in the lists, counts and feed, as the graph has them', async () => {
  const nina = await system.people.customer();
  const to = newEmail('gone');
  const { metadataKey } = await concealAs(nina, 'for somebody who left', { 'recipient[]': to });
  const mail = await system.people.mailTo(to);
  await eventually(async () => expect(await statusesOf(metadataKey)).toEqual(['sent']));
  expect((await handInBounce(system.url, mail)).status).toBe(204);
  expect(await statusesOf(metadataKey)).toEqual(['bounced']);
  await system.drain();
  const { json } = await nina.browser.graph(`{
    viewer { emails { sent bounced failed lastFailure { reason } } recentSecrets(first: 1) { nodes { deliveries { status } } } }
    activity { items { kind secret { deliveries { status } } } }
  }`);
  expect(json.errors).toBeUndefined();
  const { emails, recentSecrets } = json.data.viewer;
  // The other one is the welcome email.
  expect(emails).toEqual({ sent: 1, bounced: 1, failed: 0, lastFailure: { reason: 'no-such-mailbox' } });
  expect(recentSecrets.nodes).toEqual([{ deliveries: [{ status: 'BOUNCED' }] }]);
  expect(json.data.activity.items.at(-1)).toEqual({
    kind: 'EMAIL_BOUNCED',
    secret: { deliveries: [{ status: 'BOUNCED' }] },
  });
  const next = await concealAs(nina, 'again', { 'recipient[]': to });
  await eventually(async () => expect(await statusesOf(next.metadataKey)).toEqual(['failed']));
});

test('whoever has the private link is told at once, without an account, that the email came back', async () => {
  const nina = await system.people.customer();
  const to = newEmail('watched');
  const { metadataKey } = await concealAs(nina, 'watched', { 'recipient[]': to });
  const mail = await system.people.mailTo(to);
  using live = await LiveSocket.connect(system.url);
  const query = 'subscription ($key: String!) { metadataChanged(key: $key) { deliveries { status } } }';
  live.subscribe('watching', query, { key: metadataKey });
  const told = (status: string) =>
    live.until(({ payload }) => payload?.data?.metadataChanged?.deliveries[0].status === status);
  await told('SENT');
  await handInBounce(system.url, mail);
  const begun = performance.now();
  await told('BOUNCED');
  expect(performance.now() - begun).toBeLessThan(3_000);
});

test('an email that comes back after its message was opened changes nothing but its own status', async () => {
  const nina = await system.people.customer();
  const to = newEmail('late');
  const { metadataKey, secretKey } = await concealAs(nina, 'opened', { 'recipient[]': to });
  const mail = await system.people.mailTo(to);
  expect((await openAsPage(system.url, secretKey)).status).toBe(200);
  const before = (await ask(system.url, `/api/v2/private/${metadataKey}`)).json;
  expect((await handInBounce(system.url, mail)).status).toBe(204);
  const after = (await ask(system.url, `/api/v2/private/${metadataKey}`)).json;
  expect(after.record).toEqual(before.record);
  expect(after.details.deliveries).toMatchObject([{ status: 'bounced' }]);
  expect({ ...after.details, deliveries: [] }).toEqual({ ...before.details, deliveries: [] });
});

test('the desk sees which ticket did not reach its mailbox, and still gets emails', async () => {
  const desk = await system.people.customer({ email: DESK });
  const submit = async (ticket: string) => {
    const { status } = await system.people.visitor().post('/api/v2/incoming', { secret: 'help', ticketno: ticket });
    expect(status).toBe(200);
    return await system.people.mailTo(DESK, new RegExp(ticket));
  };
  await handInBounce(system.url, await submit('BACK-1'));
  await submit('BACK-2');
  await system.drain();
  const { json } = await desk.browser.graph(
    '{ incomingSecrets(first: 2) { nodes { ticketNumber timeline { kind } } } }',
  );
  expect(json.data.incomingSecrets.nodes).toEqual([
    { ticketNumber: 'BACK-2', timeline: [{ kind: 'SUBMITTED' }, { kind: 'MAILED' }] },
    { ticketNumber: 'BACK-1', timeline: [{ kind: 'SUBMITTED' }, { kind: 'MAIL_BOUNCED' }] },
  ]);
});
