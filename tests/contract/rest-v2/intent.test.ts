import { holdAskedAnswer, intentNeededAnswer, revealAnswer, secretAnswer } from '@onceover/schema/rest/secret';
import { sha256 } from '@onceover/service-kit/crypto';
import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { ask, post } from '../../support/http.ts';
import { fromPage, lookAsPage, openAsPage, seenByPage } from '../../support/open-as-page.ts';
import { expectApiHeaders, expectOk, expectPlainError, expectUnknownSecret } from '../support/expectations.ts';
import { claimToken, conceal, look, reveal, showPrivate, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

const isNew = async (metadataKey: string) => (await showPrivate(system.url, metadataKey)).json.record.state === 'new';
const programs = async (metadataKey: string) => (await showPrivate(system.url, metadataKey)).json.details.programs;

/** What a page sends that has an intent. */
const claim = (secretKey: string, fields: Readonly<Record<string, string>>, key = claimToken()) =>
  post(
    system.url,
    `/api/v2/secret/${secretKey}`,
    { continue: 'true', ...fields },
    { ...fromPage, 'idempotency-key': key },
  );

test('a look has an intent for the page alone', async () => {
  const { secretKey } = await conceal(system.url);
  expect(expectOk(await look(system.url, secretKey), secretAnswer)).not.toHaveProperty('intent');
  expect(expectOk(await lookAsPage(system.url, secretKey), secretAnswer).intent).toMatch(/^i1\./);
  expectUnknownSecret(await lookAsPage(system.url, unknownKey), unknownKey);
});

test('a browser opens with the intent, and not without; nothing is used up', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  const without = await claim(secretKey, {});
  expectApiHeaders(without);
  const { intent } = intentNeededAnswer.parse(without.json);
  expect([without.status, await isNew(metadataKey)]).toEqual([409, true]);
  const opened = await claim(secretKey, { intent, observed: seenByPage() });
  expect(expectOk(opened, revealAnswer).record.secret_value).toBe('tea at 5?');
});

test('an intent is of one link, and every key that opens nothing gets the same answer', async () => {
  const [one, other] = [await conceal(system.url), await conceal(system.url)];
  const { intent } = (await lookAsPage(system.url, one.secretKey)).json;
  expect((await claim(other.secretKey, { intent, observed: seenByPage() })).json.code).toBe('intent_needed');
  for (const key of [other.secretKey, unknownKey]) {
    const { status, json } = await claim(key, { observed: seenByPage() });
    expect([status, json.code]).toEqual([409, 'intent_needed']);
  }
});

test('of sixteen claims with one intent one gets the message; its own claim gets it again', async () => {
  const { secretKey } = await conceal(system.url, { passphrase: 'plum' });
  const { intent } = (await lookAsPage(system.url, secretKey)).json;
  const keys = Array.from({ length: 16 }, claimToken);
  const fields = { intent, observed: seenByPage(), passphrase: 'plum' };
  const answers = await Promise.all(keys.map((key) => claim(secretKey, fields, key)));
  const codes = answers.map(({ status, json }) => (status === 200 ? 'opened' : json.code));
  expect(codes.toSorted()).toEqual([...new Array<string>(15).fill('intent_needed'), 'opened']);
  const again = await claim(secretKey, fields, keys[codes.indexOf('opened')]);
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
});

test('in doubt the button is held: the answer carries a proof of work, and opens with it', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  const { intent } = (await lookAsPage(system.url, secretKey)).json;
  const asked = await claim(secretKey, { intent, observed: seenByPage({ automated: true }) });
  expectApiHeaders(asked);
  const { challenge, intent: next } = holdAskedAnswer.parse(asked.json);
  expect([asked.status, await isNew(metadataKey)]).toEqual([409, true]);
  const number = Array.from({ length: challenge.maxnumber + 1 }, (_, each) => each).find(
    (each) => sha256(`${challenge.salt}${each}`).toString('hex') === challenge.challenge,
  );
  const { maxnumber: _, ...puzzle } = challenge;
  const proof = Buffer.from(JSON.stringify({ ...puzzle, number })).toString('base64');
  const held = { intent: next, observed: seenByPage({ way: 'hold', heldMs: 1_200 }), authenticity_payload: proof };
  await eventually(async () => {
    const opened = await claim(secretKey, held);
    // Too soon is asked again; the same held intent counts once its time is over.
    expect(expectOk(opened, revealAnswer).record.secret_value).toBe('tea at 5?');
  });
  await eventually(async () => expect(await programs(metadataKey)).toMatchObject([{ kind: 'automation', count: 1 }]));
});

test('a secret for people only refuses programs, tells its creator, and opens on its page', async () => {
  const { secretKey, metadataKey } = await conceal(system.url, { people_only: 'true', passphrase: 'plum' });
  expect((await showPrivate(system.url, metadataKey)).json.details.people_only).toBe(true);
  for (const headers of [{}, { 'idempotency-key': claimToken() }]) {
    expectPlainError(await reveal(system.url, secretKey, { passphrase: 'plum' }, headers), {
      status: 403,
      code: 'people_only',
      message: 'Only a person can open this secret, on the page of its link.',
    });
  }
  await eventually(async () => expect(await programs(metadataKey)).toMatchObject([{ kind: 'program', count: 2 }]));
  const wrong = await openAsPage(system.url, secretKey, { passphrase: 'pear' });
  expect(wrong.json).toMatchObject({ code: 'bad_passphrase', intent: expect.stringMatching(/^i1\./) });
  const opened = await claim(secretKey, { intent: wrong.json.intent, observed: seenByPage(), passphrase: 'plum' });
  expect(expectOk(opened, revealAnswer).record.secret_value).toBe('tea at 5?');
});

test('a secret is for everybody unless its creator says otherwise; sent by email it is for people only', async () => {
  const shown = async (key: string) => (await showPrivate(system.url, key)).json.details.people_only;
  expect(await shown((await conceal(system.url)).metadataKey)).toBe(false);
  expect(await shown((await conceal(system.url, { people_only: 'false' })).metadataKey)).toBe(false);
  const { browser } = await system.people.customer();
  for (const [fields, isPeopleOnly] of [
    [{ recipient: 'tom@example.com' }, true],
    [{ recipient: 'tom@example.com', people_only: 'false' }, false],
    [{ people_only: 'on' }, true],
  ] as const) {
    const { json } = await browser.post('/api/v2/secret/conceal', { secret: 'a', ...fields });
    expect([fields, await shown(json.record.metadata.key)]).toEqual([fields, isPeopleOnly]);
  }
});

test('a preview that fetches the page is told to the creator, and gets the bytes of everybody', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  const path = `/secret/${secretKey}`;
  const headers = { 'user-agent': 'Slackbot-LinkExpanding 1.0' };
  const preview = await ask(system.url, path, { headers });
  const person = await ask(system.url, path, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } });
  const unknown = await ask(system.url, `/secret/${unknownKey}`, { headers });
  await ask(system.url, path, { headers, method: 'HEAD' });
  expect([preview.text, unknown.text]).toEqual([person.text, person.text]);
  await eventually(async () => expect(await programs(metadataKey)).toMatchObject([{ kind: 'preview', count: 1 }]));
  expect(await isNew(metadataKey)).toBe(true);
});
