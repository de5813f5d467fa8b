import { randomBytes } from '@onceover/service-kit/crypto';
import { expect, test } from 'vitest';
import { intents } from './intents.ts';

const key = randomBytes(32);
const link = 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k';
const clock = { ms: Date.parse('2030-03-17T10:00:00Z'), now: () => new Date(clock.ms) };
const issuer = () => intents(key, clock);

test('an intent says what it is for ten minutes, to every gateway with the key', () => {
  const issued = issuer().issue(link, 'plain');
  expect(issued).toMatch(/^i1\.[\w-]{26}\.[\w-]{43}$/);
  clock.ms += 599_000;
  expect(issuer().read(issued, link)).toMatchObject({ kind: 'plain', ageMs: 599_000, challenge: '' });
  clock.ms += 2_000;
  expect(issuer().read(issued, link)).toBeUndefined();
});

test('it is noted as spent for longer than it is accepted', () => {
  const issued = issuer().issue(link, 'plain');
  const read = issuer().read(issued, link);
  clock.ms = (read?.expires.getTime() ?? 0) - 1;
  expect(issuer().read(issued, link)).toBeUndefined();
});

test('each is another one, and carries its kind and challenge', () => {
  const challenge = 'ab'.repeat(32);
  const issued = [issuer().issue(link, 'hold', challenge), issuer().issue(link, 'hold', challenge)];
  const [one, other] = issued.map((text) => issuer().read(text, link));
  expect(one).toMatchObject({ kind: 'hold', challenge });
  expect(one?.nonce).not.toBe(other?.nonce);
  expect(issuer().read(issuer().issue(link, 'held'), link)?.kind).toBe('held');
});

test('it is of one link: another reads nothing, nor does a gateway with another key', () => {
  const issued = issuer().issue(link, 'plain');
  expect(issuer().read(issued, `${link.slice(0, -1)}z`)).toBeUndefined();
  expect(intents(randomBytes(32), clock).read(issued, link)).toBeUndefined();
});

test('what was changed anywhere is none', () => {
  const issued = issuer().issue(link, 'plain');
  for (let place = 3; place < issued.length; place += 1) {
    if (issued[place] === '.') continue;
    // The last character of each part has bits that say nothing.
    if (place === issued.length - 1 || issued[place + 1] === '.') continue;
    const changed = issued.slice(0, place) + (issued[place] === 'A' ? 'B' : 'A') + issued.slice(place + 1);
    expect(issuer().read(changed, link), changed).toBeUndefined();
  }
  for (const text of ['', 'i1', 'i1..', 'i1.AAAA.AAAA', `i2${issued.slice(2)}`, `${issued}A`, 'x'.repeat(5000)]) {
    expect(issuer().read(text, link)).toBeUndefined();
  }
});

test('gateways whose clocks differ by less than a minute understand each other', () => {
  const issued = issuer().issue(link, 'plain');
  clock.ms -= 50_000;
  expect(issuer().read(issued, link)).toMatchObject({ ageMs: -50_000 });
  clock.ms -= 20_000;
  expect(issuer().read(issued, link)).toBeUndefined();
});
