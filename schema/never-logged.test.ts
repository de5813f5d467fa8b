import { describe, expect, test } from 'vitest';
import { neverLogged } from './never-logged.ts';

const shown = (line: string) => neverLogged.texts.reduce((left, { pattern, as }) => left.replaceAll(pattern, as), line);

describe('the key of a link', () => {
  test.each([31, 32, 50, 63, 64])('of %i characters is not logged', (characters) => {
    const key = 'k0'.repeat(32).slice(0, characters);
    expect(shown(`GET /secret/${key} 200`)).toBe('GET /secret/[key] 200');
    expect(shown(key)).toBe('[key]');
  });
});

test.each([
  ['the id of a trace', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['a digest', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['a commit', 'a1c6e80c29063ae7cfee998d73775fea11276bd2'],
  ['a short key', '9h2ndcvf'],
  ['an id', '019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13'],
])('%s is', (_what, text) => expect(shown(`at ${text}.`)).toBe(`at ${text}.`));

test.each([
  ['a signing secret of webhooks', 'whsec_dGVhIGF0IDU+/w==', '[key]'],
  ['a private key of webhooks', 'whsk_dGVhIGF0IDU=', '[key]'],
  ['a session', 'sess=a.b-c_d', 'sess=[cookie]'],
  ['a lasting session', '__Host-sess-rm=a.b-c_d', 'sess=[cookie]'],
])('%s is not logged', (_what, text, instead) => {
  expect(shown(`"${text}"; next`)).toBe(`"${instead}"; next`);
  expect(shown(`${text} next`)).toBe(`${instead} next`);
});

test('what customers type and hold is known by its names', () => {
  const fields = ['secret', 'passphrase', 'shrimp', 'recipient', 'recipients', 'ticketno', 'msg', 'idempotencyKey'];
  expect(neverLogged.fields).toEqual([...fields, 'secretKey', 'metadataKey', 'claimToken']);
});
