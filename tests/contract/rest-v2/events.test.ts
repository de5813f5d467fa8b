import { eventsAnswer } from '@onceover/schema/rest/events';
import { eventually } from '@onceover/testing/eventually';
import { beforeAll, expect, test } from 'vitest';
import { type Answer, ask, post } from '../../support/http.ts';
import { basic, type Person } from '../../support/people.ts';
import { expectFailure, expectOk, expectPlainError } from '../support/expectations.ts';
import { CONCEAL, reveal } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const EVENTS = '/api/v2/events';
let nina: Person;
let authorization = '';

beforeAll(async () => {
  nina = await system.people.customer();
  authorization = await system.people.apiToken(nina);
  await events();
});

const asked = (query: Readonly<Record<string, string>> = {}, accept = 'application/json'): Promise<Answer> =>
  ask(system.url, `${EVENTS}?${new URLSearchParams(query)}`, { headers: { authorization, accept } });
const events = async (query: Readonly<Record<string, string>> = {}) => expectOk(await asked(query), eventsAnswer);

async function share(): Promise<string> {
  const { json } = await post(system.url, CONCEAL, { secret: 'tea at 5?' }, { authorization });
  return json.record.secret.key;
}

test('a program learns what happened, each with its place, and goes on from there', async () => {
  const { next } = await events();
  await reveal(system.url, await share());
  const page = await eventually(async () => {
    const found = await events({ after: next });
    expect(found.events).toHaveLength(2);
    return found;
  });
  expect(page.events.map(({ type }) => type)).toEqual(['io.onceover.secret.created', 'io.onceover.secret.received']);
  expect(page.events[1]).toMatchObject({
    source: `/onceover/${new URL(system.url).host}/secrets`,
    subject: page.events[0]?.subject,
    data: { by: 'anonymous' },
  });
  expect(await events({ after: page.next })).toEqual({ success: true, events: [], next: page.next, has_more: false });
});

test('whoever waits is told as soon as it happens', async () => {
  const { next } = await events();
  const waiting = asked({ after: next, wait: '20' });
  const begun = performance.now();
  await share();
  const { events: found } = expectOk(await waiting, eventsAnswer);
  expect(found.map(({ type }) => type)).toEqual(['io.onceover.secret.created']);
  expect(performance.now() - begun).toBeLessThan(15_000);
});

test('whoever waits in vain is told where to go on', async () => {
  const { next } = await events();
  const begun = performance.now();
  expect(await events({ after: next, wait: '1' })).toMatchObject({ events: [], next });
  expect(performance.now() - begun).toBeGreaterThan(900);
});

test('for a SIEM each event is a line, and a header says where to go on', async () => {
  const { next } = await events();
  await share();
  await share();
  await eventually(async () => expect((await events({ after: next })).events).toHaveLength(2));
  const { headers, text } = await asked({ after: next, limit: '1' }, 'application/x-ndjson');
  expect(headers['content-type']).toBe('application/x-ndjson');
  expect(text).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(text)).toMatchObject({ type: 'io.onceover.secret.created' });
  expect(headers.link).toBe(`<${EVENTS}?after=${Number(next) + 1}&limit=1>; rel="next"`);
});

test('only types that were asked for come', async () => {
  const { next } = await events();
  await reveal(system.url, await share());
  const types = 'io.onceover.secret.received,io.onceover.secret.burned';
  const { events: found } = await eventually(async () => {
    const page = await events({ after: next, types });
    expect(page.events).toHaveLength(1);
    return page;
  });
  expect(found[0]?.type).toBe('io.onceover.secret.received');
});

test.each([
  [{ after: '999999' }, 400, 'unknown_position', /^That is no position of your events\./],
  [{ after: '-1' }, 400, 'unknown_position', /^That is no position/],
  [{ types: 'io.onceover.secret.stolen' }, 400, 'unknown_event_type', /\/docs\/events/],
  [{ limit: '201' }, 400, 'bad_payload', /^limit takes a whole number from 1 to 200\.$/],
  [{ limit: 'all' }, 400, 'bad_payload', /^limit takes/],
  [{ wait: '31' }, 400, 'bad_payload', /^wait takes a whole number from 0 to 30\.$/],
])('%j is refused in a sentence', async (query, status, code, message) => {
  const answer = await asked(query as Record<string, string>);
  expectFailure(answer, { status, code, message: expect.stringMatching(message) as unknown as string });
});

test('nobody follows events without signing in, nor by a token without the scope', async () => {
  const wanted = { status: 403, code: 'not_authorized', message: 'Not authorized' };
  expectPlainError(await ask(system.url, EVENTS), wanted);
  const { json } = await nina.browser.graph(
    `mutation { createApiToken(input: { name: "narrow", scopes: [RECENT], expiresInDays: 1 }) { ... on CreatedApiToken { token } } }`,
  );
  const narrow = basic(nina.email, json.data.createApiToken.token);
  expectPlainError(await ask(system.url, EVENTS, { headers: { authorization: narrow } }), wanted);
});

test('nobody is told of what is not theirs', async () => {
  const { next } = await events();
  const other = await system.people.customer();
  const theirs = await system.people.apiToken(other);
  await ask(system.url, EVENTS, { headers: { authorization: theirs } });
  await post(system.url, CONCEAL, { secret: 'theirs' }, { authorization: theirs });
  await post(system.url, CONCEAL, { secret: 'nobody’s' });
  await eventually(async () => {
    const answer = await ask(system.url, EVENTS, { headers: { authorization: theirs } });
    expect(answer.json.events).toHaveLength(1);
  });
  expect((await events({ after: next })).events).toEqual([]);
});
