import { expect, test } from 'vitest';
import {
  created,
  d18,
  hearDialects,
  later,
  laterGuest,
  type Speaker,
  speakers,
  v1,
  v3Guest,
} from '../support/dialects.ts';
import { claimToken } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

hearDialects();

const system = systemOfThisFile();

/*
 * A secret is one secret, whichever dialect made it, opens it, guesses at it or burns it.
 */

test.each(speakers)('what $name makes, every other opens and shows as its own', async (maker) => {
  for (const opener of speakers) {
    const { secretKey, metadataKey } = await created(system.url, maker, { passphrase: 'plum', secret: maker.name });
    const opened = await opener.open(system.url, secretKey, { passphrase: 'plum' });
    expect([opener.name, opened.status, opener.valueOf(opened)]).toEqual([opener.name, 200, maker.name]);
    const [again, seen] = [await maker.open(system.url, secretKey), await opener.see(system.url, metadataKey)];
    expect(again.json.code).toBe('unknown_secret');
    expect(opener.stateOf(seen)).toBe(opener.words[1]);
  }
});

test.each(speakers)('what $name burns, no other opens', async (burner) => {
  const { secretKey, metadataKey } = await created(system.url, later);
  expect(burner.stateAfterBurn(await burner.burn(system.url, metadataKey))).toBe('burned');
  for (const opener of speakers) expect((await opener.open(system.url, secretKey)).json.code).toBe('unknown_secret');
});

const readers = 64;
const four = [v1, d18, later, v3Guest];
const speakerAt = (at: number) => four[at % four.length] as Speaker;

test.each([
  ['no passphrase', '', ['unknown_secret']],
  // Checking a passphrase costs so much that some are asked to come back.
  ['a passphrase', 'plum', ['unavailable', 'unknown_secret']],
])('of sixty-four readers in four dialects one gets the content: %s', async (_title, passphrase, others) => {
  const { secretKey, metadataKey } = await created(system.url, laterGuest, { passphrase });
  const answers = await Promise.all(
    Array.from({ length: readers }, (_, at) => speakerAt(at).open(system.url, secretKey, { passphrase })),
  );
  const values = answers.flatMap((answer, at) => speakerAt(at).valueOf(answer) ?? []);
  expect(values).toEqual(['tea at 5?']);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(readers - 1);
  for (const { json, text } of refused) {
    expect(others).toContain(json.code);
    expect(text).not.toContain('tea at 5?');
  }
  expect((await v1.see(system.url, metadataKey)).json.state).toBe('received');
});

test('of readers and burners in four dialects one wins', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { secretKey, metadataKey } = await created(system.url, v1);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => {
        const speaker = speakerAt(at + round);
        return at % 2 === 0 ? speaker.open(system.url, secretKey) : speaker.burn(system.url, metadataKey);
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

test('guessing by every dialect in turn gets five tries in all, and then each has its own answer', async () => {
  const { secretKey, metadataKey } = await created(system.url, v1, { passphrase: 'plum' });
  const guesses = [v1, d18, later, v3Guest, v1].entries();
  for (const [at, speaker] of guesses) {
    const act = at === 2 ? speaker.burn : speaker.open;
    const { status, json } = await act(system.url, at === 2 ? metadataKey : secretKey, { passphrase: `guess ${at}` });
    expect([at, status, json.code]).toEqual([at, speaker.wrong.status, speaker.wrong.code]);
  }
  for (const speaker of speakers) {
    for (const passphrase of ['guess', 'plum']) {
      const { status, json, headers } = await speaker.open(system.url, secretKey, { passphrase });
      expect([speaker.name, status, json.code]).toEqual([speaker.name, speaker.limit.status, speaker.limit.code]);
      expect(json.message).toBe('Cripes! You have been rate limited.');
      const left = Number(headers['retry-after']);
      expect(left).toBeGreaterThan(0);
      if (speaker.limit.status === 429) {
        expect(json).toMatchObject({ retry_after: left, attempts: 5, max_attempts: 5, error_type: 'LimitExceeded' });
      }
    }
  }
  expect((await v1.see(system.url, metadataKey)).json.state).toBe('new');
});

test('a missing passphrase is told as a wrong one, and is no guess', async () => {
  const { secretKey } = await created(system.url, later, { passphrase: 'plum' });
  for (let tries = 0; tries < 6; tries += 1) {
    const speaker = speakerAt(tries);
    const { status, json } = await speaker.open(system.url, secretKey, { passphrase: '' });
    expect([status, json.code]).toEqual([speaker.wrong.status, speaker.wrong.code]);
  }
  expect(v1.valueOf(await v1.open(system.url, secretKey, { passphrase: 'plum' }))).toBe('tea at 5?');
});

test('an expired secret is unknown to all, and tells nobody how it ended but its creator', async () => {
  const { answer, secretKey, metadataKey } = await created(system.url, later);
  await system.tables.expireNow(answer.json.record.secret.shortid);
  for (const speaker of speakers) {
    expect((await speaker.open(system.url, secretKey)).json.code).toBe('unknown_secret');
    expect(speaker.stateOf(await speaker.see(system.url, metadataKey))).toBe('expired');
  }
});

test('a secret for people only is opened by no dialect of programs, whatever they say of themselves', async () => {
  const { secretKey, metadataKey } = await created(system.url, d18, { people_only: 'true' });
  const claims = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { cookie: 'locale=en' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'idempotency-key': claimToken() },
  ];
  for (const headers of claims) {
    for (const speaker of [v1, later, laterGuest, v3Guest]) {
      const { json } = await speaker.open(system.url, secretKey, {}, headers);
      expect([speaker.name, headers, json.code]).toEqual([speaker.name, headers, 'people_only']);
    }
  }
  expect((await v1.see(system.url, metadataKey)).json.state).toBe('new');
});

test('whoever has the claim token gets the answer again in any dialect, three times in all', async () => {
  const { secretKey } = await created(system.url, v1, { passphrase: 'plum' });
  const mine = { 'idempotency-key': claimToken() };
  const replays: unknown[] = [];
  for (const speaker of [v1, later, v3Guest, d18]) {
    const answer = await speaker.open(system.url, secretKey, { passphrase: 'plum' }, mine);
    replays.push([speaker.valueOf(answer), answer.headers['idempotent-replayed']]);
  }
  expect(replays).toEqual([['tea at 5?', undefined], ...new Array(3).fill(['tea at 5?', 'true'])]);
  expect((await v1.open(system.url, secretKey, { passphrase: 'plum' }, mine)).json.code).toBe('unknown_secret');
});
