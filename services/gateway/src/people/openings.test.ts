import type { Observed } from '@onceover/schema/rest/secret';
import { randomBytes, sha256 } from '@onceover/service-kit/crypto';
import { OutageError } from '@onceover/service-kit/errors';
import { expect, test, vi } from 'vitest';
import { createCaptcha } from '../captcha/captcha.ts';
import { memorySolutions } from '../captcha/used-solutions.ts';
import { noRoomForIntents } from '../edge-stores.ts';
import type { ApiError } from '../http/api-error.ts';
import { intents } from './intents.ts';
import { uncountedLinkKeys } from './link-keys.ts';
import { createOpenings, type Opening, type OpeningParts } from './openings.ts';

const key = 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k';
const origin = { surface: 'web' as const };
const caller = { kind: 'anonymous', network: '192.0.2.0/24', requestId: 'r', origin } as const;
const browser = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const person: Observed = {
  automated: false,
  readyMs: 2_000,
  gesture: 'mouse',
  moves: 9,
  inputs: 0,
  active: true,
  way: 'click',
  heldMs: 0,
};

/** Who opens links, at a time that the test moves; `told` are the programs that were noted. */
function played(change: Partial<OpeningParts> = {}) {
  const clock = { ms: Date.parse('2030-03-17T10:00:00Z'), now: () => new Date(clock.ms) };
  const told: string[] = [];
  const ask = vi.fn(async (_call: unknown, input: { readonly kind: string }) => {
    told.push(input.kind);
    return {};
  });
  const openings = createOpenings({
    ask: ask as unknown as OpeningParts['ask'],
    captcha: createCaptcha(randomBytes(32), clock, memorySolutions(clock)),
    intents: intents(randomBytes(32), clock),
    spent: memorySolutions(clock),
    linkKeys: uncountedLinkKeys,
    isFromScanner: (address) => address === '198.51.100.7',
    ...change,
  });
  const look = () => openings.intentFor(key, caller);
  const admit = (form: Partial<Opening['form']>, more: Partial<Opening> = {}) =>
    openings.admit({
      key,
      form: {
        continue: true,
        passphrase: undefined,
        intent: undefined,
        observed: undefined,
        authenticity_payload: undefined,
        ...form,
      },
      caller,
      headers: browser,
      peer: '192.0.2.9',
      idempotencyKey: 'a'.repeat(43),
      ...more,
    });
  const refusal = async (form: Partial<Opening['form']>, more: Partial<Opening> = {}): Promise<ApiError> =>
    await admit(form, more).then(
      () => Promise.reject(new Error('it was admitted')),
      (error: ApiError) => error,
    );
  return { openings, clock, told, look, admit, refusal };
}

const seen = (change: Partial<Observed> = {}) => JSON.stringify({ ...person, ...change });

function solved({ fields }: ApiError): string {
  const { salt, challenge, signature, maxnumber } = fields.challenge as Record<string, string> & { maxnumber: number };
  for (let number = 0; number <= maxnumber; number += 1) {
    if (sha256(`${salt}${number}`).toString('hex') !== challenge) continue;
    const solution = { algorithm: 'SHA-256', challenge, number, salt, signature };
    return Buffer.from(JSON.stringify(solution)).toString('base64');
  }
  throw new Error('no solution');
}

test('a program needs nothing, and is none that shows a person', async () => {
  const { admit } = played();
  for (const headers of [{}, { ...browser, authorization: 'Basic x' }]) {
    const { caller: admitted, next } = await admit({}, { headers });
    expect(admitted).toBe(caller);
    expect(next()).toEqual({});
  }
});

test('a browser needs an intent: one of this link, in time, and gets one to go on with', async () => {
  const { admit, refusal, look, openings, clock } = played();
  const other = openings.intentFor(`${key.slice(0, -1)}z`, caller);
  const old = look();
  clock.ms += 700_000;
  for (const intent of [undefined, 'i1.x.y', other, old]) {
    const { status, code, fields } = await refusal({ intent, observed: seen() });
    expect([status, code]).toEqual([409, 'intent_needed']);
    const admitted = await admit({ intent: String(fields.intent), observed: seen() });
    expect(admitted.caller).toEqual({ ...caller, isPerson: true });
  }
});

test('a client with an intent but without Fetch metadata is weighed as any browser', async () => {
  const { admit, refusal, look } = played();
  expect((await admit({ intent: look(), observed: seen() }, { headers: {} })).caller.isPerson).toBe(true);
  expect((await refusal({ intent: look() }, { headers: {} })).code).toBe('hold_asked');
});

test('of sixteen claims with one intent one is admitted; the others get one of their own', async () => {
  const { admit, look } = played();
  const intent = look();
  const claims = Array.from({ length: 16 }, (_, number) =>
    admit({ intent, observed: seen() }, { idempotencyKey: `${number}`.padStart(43, 'c') }).then(
      () => 'admitted',
      ({ code }: ApiError) => code,
    ),
  );
  const answers = await Promise.all(claims);
  expect(answers.filter((answer) => answer === 'admitted')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'intent_needed')).toHaveLength(15);
});

test('the same claim may come again with its spent intent; without a claim it is strictly once', async () => {
  const { admit, refusal, look } = played();
  const intent = look();
  for (let again = 0; again < 3; again += 1)
    expect((await admit({ intent, observed: seen() })).caller.isPerson).toBe(true);
  const another = look();
  await admit({ intent: another, observed: seen() }, { idempotencyKey: undefined });
  expect((await refusal({ intent: another, observed: seen() }, { idempotencyKey: undefined })).code).toBe(
    'intent_needed',
  );
});

test('where no more can be noted it is an outage: nobody is refused for it', async () => {
  const clock = { now: () => new Date('2030-03-17T10:00:00Z') };
  const { admit, look } = played({ spent: memorySolutions(clock, 1, noRoomForIntents) });
  await admit({ intent: look(), observed: seen() });
  await expect(admit({ intent: look(), observed: seen() })).rejects.toBeInstanceOf(OutageError);
});

test('in doubt the button is held, with the proof of work that came with it', async () => {
  const { admit, refusal, look, clock } = played();
  const asked = await refusal({ intent: look(), observed: seen({ moves: 0 }) });
  expect([asked.status, asked.code]).toEqual([409, 'hold_asked']);
  const intent = String(asked.fields.intent);
  const held = { intent, observed: seen({ way: 'hold', heldMs: 1_200 }), authenticity_payload: solved(asked) };
  clock.ms += 1_300;
  const { caller: admitted, next } = await admit(held);
  expect(admitted.isPerson).toBe(true);
  // After a wrong passphrase nobody holds again, however they press.
  const after = next().intent;
  expect(
    (await admit({ intent: after, observed: seen({ moves: 0 }) }, { idempotencyKey: 'b'.repeat(43) })).caller.isPerson,
  ).toBe(true);
});

test('a doubtful press spends nothing: the intent of the look still opens', async () => {
  const { admit, refusal, look } = played();
  const intent = look();
  await refusal({ intent, observed: seen({ moves: 0 }) });
  expect((await admit({ intent, observed: seen() }, { idempotencyKey: 'b'.repeat(43) })).caller.isPerson).toBe(true);
});

test.each<[string, Partial<Observed>, number, boolean]>([
  ['a click', { way: 'click' }, 5_000, true],
  ['a hold that was too short', { way: 'hold', heldMs: 1_100 }, 5_000, true],
  ['a hold that cannot have been so long', { way: 'hold', heldMs: 1_200 }, 900, true],
  ['a hold without the proof of work', { way: 'hold', heldMs: 1_200 }, 5_000, false],
  ['an answer without the proof of work', { way: 'answer' }, 5_000, false],
  ['an answer before the question can have been read', { way: 'answer' }, 900, true],
])('%s is asked again, and never refused', async (_what, observed, waitMs, isProven) => {
  const { refusal, look, clock } = played();
  const asked = await refusal({ intent: look() });
  clock.ms += waitMs;
  const proof = isProven ? { authenticity_payload: solved(asked) } : {};
  const again = await refusal({ intent: String(asked.fields.intent), observed: seen(observed), ...proof });
  expect(again.code).toBe('hold_asked');
  expect(again.fields.intent).not.toBe(asked.fields.intent);
});

test('a proof of work counts for the intent that it came with, and for no other', async () => {
  const { refusal, look, clock } = played();
  const [one, other] = [await refusal({ intent: look() }), await refusal({ intent: look() })];
  clock.ms += 2_000;
  const held = { observed: seen({ way: 'hold', heldMs: 1_200 }), authenticity_payload: solved(one) };
  expect((await refusal({ intent: String(other.fields.intent), ...held })).code).toBe('hold_asked');
});

test('who answered the question is admitted as who held', async () => {
  const { admit, refusal, look, clock } = played();
  const asked = await refusal({ intent: look(), observed: seen({ automated: true }) });
  clock.ms += 1_500;
  const answered = { observed: seen({ way: 'answer', automated: true }), authenticity_payload: solved(asked) };
  expect((await admit({ intent: String(asked.fields.intent), ...answered })).caller.isPerson).toBe(true);
});

test('creators are told of what a person hardly is, and of nothing else', async () => {
  const { refusal, look, told } = played();
  await refusal({ intent: look(), observed: seen({ readyMs: 0, moves: 0, active: false }) });
  await refusal({ intent: look(), observed: 'not JSON' });
  expect(told).toEqual([]);
  await refusal({ intent: look(), observed: seen({ automated: true }) }, { peer: '198.51.100.7' });
  await refusal({ intent: look(), observed: seen() }, { peer: '198.51.100.7' });
  expect(told).toEqual(['automation', 'scanner']);
});

test('the page of a link notes previews and scanners, and no person', () => {
  const { openings, told } = played();
  const visit = (agent: string, peer = '192.0.2.9') =>
    openings.noteVisit(key, { caller, headers: { 'user-agent': agent }, peer });
  visit('Mozilla/5.0 Firefox/140.0');
  visit('Slackbot-LinkExpanding 1.0');
  visit('Mozilla/5.0 Firefox/140.0', '198.51.100.7');
  openings.noteVisit('x'.repeat(65), { caller, headers: { 'user-agent': 'Slackbot' }, peer: '192.0.2.9' });
  expect(told).toEqual(['preview', 'scanner']);
});

test('what cannot be noted in an outage disturbs nobody', async () => {
  const ask = (() => Promise.reject(new OutageError('secrets'))) as unknown as OpeningParts['ask'];
  const { openings, refusal, look } = played({ ask });
  openings.noteVisit(key, { caller, headers: { 'user-agent': 'Slackbot' }, peer: '192.0.2.9' });
  expect((await refusal({ intent: look(), observed: seen({ automated: true }) })).code).toBe('hold_asked');
});
