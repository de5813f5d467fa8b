import { expect, test } from 'vitest';
import { ask, listenToAnswers } from '../../support/http.ts';
import type { Person } from '../../support/people.ts';
import { reveal } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';
import { type ClientRequest, clientRequests } from './others/requests.ts';

// The published description is that of our own dialect.
listenToAnswers(() => {});

const system = systemOfThisFile();

const KEY = /^[0-9a-z]{31}$/;
/** What stands in a request for what is there only when it is sent. */
type Filled = Readonly<Record<'secret' | 'metadata' | 'handle' | 'basic', string>>;

/** A person with exactly what the request needs. */
async function prepared(needs: ClientRequest['needs']): Promise<Filled> {
  const person = await system.people.customer();
  const keys = needs === 'nothing' ? { secret: '', metadata: '', handle: '' } : await keysOf(person, needs);
  return { ...keys, basic: await system.people.apiToken(person) };
}

async function keysOf({ browser }: Person, needs: ClientRequest['needs']) {
  const fields = { secret: 'tea at 5?', ttl: '3600', passphrase: needs === 'guarded secret' ? 'plum' : '' };
  const { json } = await browser.post('/api/v2/secret/conceal', fields);
  const { secret, metadata } = json.record;
  if (needs === 'opened secret') await reveal(system.url, secret.key);
  await system.drain();
  const recent = await browser.get('/api/v2/private/recent');
  return { secret: secret.key, metadata: metadata.key, handle: recent.json.records[0].key };
}

/** What a kind of field must be, for this person. */
function wanted(read: ClientRequest['reads'][string], { handle }: Filled): unknown {
  if (typeof read === 'object' && 'left' in read)
    return expect.toSatisfy((left) => Number.isInteger(left) && left > read.left - 60 && left <= read.left);
  if (typeof read === 'object') return read.is;
  const kinds = {
    key: expect.stringMatching(KEY),
    handle,
    whole: expect.toSatisfy(Number.isSafeInteger),
    boolean: expect.any(Boolean),
    texts: expect.toSatisfy((value) => Array.isArray(value) && value.every((each) => typeof each === 'string')),
    value: expect.stringMatching(/./),
  };
  return kinds[read];
}

const fieldAt = (answer: unknown, path: string) =>
  path.split('.').reduce((value: unknown, name) => Object(value)[name], answer);

test.each(clientRequests.map((request) => [request.client, request.call, request] as const))(
  '%s: %s',
  async (_client, _call, { needs, method, path, headers, body, status = 200, reads }) => {
    const given = await prepared(needs);
    const filled = (text: string) =>
      text.replace(/\{(secret|metadata|handle|basic)\}/g, (_all, name: keyof Filled) => given[name]);
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
    const answer = await ask(system.url, filled(path), {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: filled(body) }),
    });
    const said = `${answer.status} ${answer.text}`;
    expect(answer.status, said).toBe(status);
    const found = Object.keys(reads).map((field) => [field, fieldAt(answer.json, field)]);
    const expected = Object.entries(reads).map(([field, read]) => [field, wanted(read, given)]);
    expect(Object.fromEntries(found), said).toEqual(Object.fromEntries(expected));
    // Go and C# read no number with a fraction into a whole one, not even 3600.0.
    if (path.startsWith('/api/v1/')) expect(answer.text).not.toMatch(/:\s*\d+\.\d/);
    expect(answer.headers['set-cookie']).toBeUndefined();
  },
);
