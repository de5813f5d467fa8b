import { expect, test } from 'vitest';
import { GOOD_FOR_MS, ReplayWindow } from './replay-window.ts';
import { createSigner, createVerifier, mustBeBody, RequestRefused, type Vouched } from './signature.ts';

const START = 1_800_000_000_000;
const key = Buffer.alloc(32, 1);
const older = Buffer.alloc(32, 2);
let now = START;
const sign = createSigner('gateway', 'boxes', key, () => now);

function verifier(called = 'boxes', window = new ReplayWindow()) {
  now = START;
  const keysOf = (caller: string) => (caller === 'gateway' ? [older, key] : []);
  return createVerifier({ called, keysOf, now: () => now, window });
}

/** Why a request is refused, and whom it says it is from. */
function refusalOf(work: () => unknown): Pick<RequestRefused, 'reason' | 'caller'> & { readonly message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof RequestRefused) {
      return { reason: error.reason, caller: error.caller, message: error.message };
    }
    throw error;
  }
  throw new Error('it was not refused');
}

test('a request is vouched for, by any of the keys that two services share', () => {
  const verify = verifier();
  expect(verify('POST', '/ask', sign('POST', '/ask', 'tea'))).toEqual({
    caller: 'gateway',
    hash: 'qfdNHsNuvesto_blhoCQzSotILPcynti9gMEsdPZ70I',
  });
  const byOlder = createSigner('gateway', 'boxes', older, () => now);
  expect(verify('POST', '/ask', byOlder('POST', '/ask', 'tea')).caller).toBe('gateway');
});

test('a request that another version has signed is understood', () => {
  const header =
    'HMAC-SHA-256 gateway boxes 1800000000000 AAECAwQFBgcICQoLDA0ODw qfdNHsNuvesto_blhoCQzSotILPcynti9gMEsdPZ70I D9Hs9hwP_Gh-lCN-TDX9Lv6LWFygpnJOZm0P_k0Mp5U';
  expect(verifier()('POST', '/ask', header).caller).toBe('gateway');
});

test('every signature has an id of its own, and says what it is over', () => {
  now = START;
  const [one, other] = [sign('POST', '/ask', 'tea'), sign('POST', '/ask', 'tea')];
  expect(one).toMatch(/^HMAC-SHA-256 gateway boxes 1800000000000 [\w-]{22} [\w-]{43} [\w-]{43}$/);
  expect(one).not.toBe(other);
});

test.each([undefined, '', 'Basic dGVh', 'HMAC-SHA-256 gateway boxes'])(
  'without a signature, as %s, it is refused',
  (header) => {
    expect(refusalOf(() => verifier()('POST', '/ask', header))).toMatchObject({
      reason: 'unsigned',
      caller: undefined,
    });
  },
);

test('so is one with more before or after it', () => {
  const verify = verifier();
  const header = sign('POST', '/ask', 'tea');
  for (const more of [`${header} `, ` ${header}`, `${header}a`, `x${header}`]) {
    expect(refusalOf(() => verify('POST', '/ask', more)).reason).toBe('unsigned');
  }
});

test('a request for another service, or of one that may not ask, is refused', () => {
  const header = sign('POST', '/ask', 'tea');
  expect(refusalOf(() => verifier('shelves')('POST', '/ask', header)).reason).toBe('wrong-service');
  const stranger = createSigner('audit', 'boxes', key, () => now)('POST', '/ask', 'tea');
  expect(refusalOf(() => verifier()('POST', '/ask', stranger))).toMatchObject({
    reason: 'unknown-caller',
    caller: undefined,
  });
});

test('another method, path or key, or any other word, is not what was signed', () => {
  const verify = verifier();
  const header = sign('POST', '/ask', 'tea');
  expect(refusalOf(() => verify('GET', '/ask', header))).toMatchObject({ reason: 'wrong-key', caller: 'gateway' });
  expect(refusalOf(() => verify('POST', '/stream', header)).reason).toBe('wrong-key');
  const words = header.split(' ');
  for (const [place, word] of [
    [3, '1800000000001'],
    [4, 'A'.repeat(22)],
    [5, 'A'.repeat(43)],
    [6, 'A'.repeat(43)],
  ] as const) {
    expect(refusalOf(() => verify('POST', '/ask', words.with(place, word).join(' '))).reason).toBe('wrong-key');
  }
  const stranger = createSigner('gateway', 'boxes', Buffer.alloc(32, 3), () => now)('POST', '/ask', 'tea');
  expect(refusalOf(() => verify('POST', '/ask', stranger)).reason).toBe('wrong-key');
});

test('a request is good for a minute, before and after its time', () => {
  const verify = verifier();
  now = START + GOOD_FOR_MS;
  const [late, tooLate, early, tooEarly] = [0, 1, 0, 1].map(() => sign('POST', '/ask', 'tea'));
  now = START + 2 * GOOD_FOR_MS;
  expect(verify('POST', '/ask', late).caller).toBe('gateway');
  now += 1;
  expect(refusalOf(() => verify('POST', '/ask', tooLate))).toMatchObject({ reason: 'expired', caller: 'gateway' });
  now = START;
  expect(verify('POST', '/ask', early).caller).toBe('gateway');
  now -= 1;
  expect(refusalOf(() => verify('POST', '/ask', tooEarly)).reason).toBe('expired');
});

test('what was signed before the process started is refused, at its very start it is not', () => {
  const verify = verifier();
  now = START - 1;
  const before = sign('POST', '/ask', 'tea');
  now = START;
  expect(refusalOf(() => verify('POST', '/ask', before))).toMatchObject({ reason: 'before-start', caller: 'gateway' });
  expect(verify('POST', '/ask', sign('POST', '/ask', 'tea')).caller).toBe('gateway');
});

test('a request is answered once, and not at all when nobody can tell', () => {
  const verify = verifier('boxes', new ReplayWindow(1));
  const header = sign('POST', '/ask', 'tea');
  expect(verify('POST', '/ask', header).caller).toBe('gateway');
  expect(refusalOf(() => verify('POST', '/ask', header))).toMatchObject({ reason: 'replayed', caller: 'gateway' });
  const next = sign('POST', '/ask', 'tea');
  expect(refusalOf(() => verify('POST', '/ask', next))).toMatchObject({ reason: 'too-many', caller: 'gateway' });
});

test('the body is the one that was vouched for, text or bytes', () => {
  const vouched: Vouched = verifier()('POST', '/ask', sign('POST', '/ask', Buffer.from('tea')));
  mustBeBody(Buffer.from('tea'), vouched);
  expect(refusalOf(() => mustBeBody(Buffer.from('tee'), vouched)).reason).toBe('other-body');
});

test('whoever reads the refusal in a log knows what to do', () => {
  const reasons = [
    'unsigned',
    'wrong-service',
    'expired',
    'unknown-caller',
    'wrong-key',
    'before-start',
    'replayed',
    'too-many',
    'other-body',
  ] as const;
  const sentences = reasons.map((reason) => new RequestRefused(reason).message);
  expect(new Set(sentences).size).toBe(reasons.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
  expect(sentences[2]).toContain('60 seconds ago');
});
