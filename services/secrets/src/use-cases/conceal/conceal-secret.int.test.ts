import { metaField } from '@onceover/event-store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aReveal, aShare, aToken } from '../../test-support/wishes.ts';
import type { ConcealInput } from './limited-wish.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const conceal = (change: Partial<ConcealInput> = {}) => secrets.useCases.concealSecret(aShare(change), anonymous());
const tables = ['secret', 'secret_content', 'events', 'streams', 'commands', 'create_replay'];

async function counts(): Promise<Record<string, number>> {
  // A secret that was opened too late is told of some time later.
  const whichOf = (name: string) => (name === 'events' ? `where type <> 'secret.opening_refused'` : '');
  const counted = tables.map((name) => `(select count(*)::int from secrets.${name} ${whichOf(name)}) as ${name}`);
  const [row] = await secrets.rows<Record<string, number>>(`select ${counted.join(', ')}`);
  return row ?? {};
}

describe('a concealed secret', () => {
  test('can be looked at, and revealed once', async () => {
    const { secretKey } = await conceal();
    expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).toMatchObject({ hasPassphrase: false });
    expect((await secrets.useCases.revealSecret(aReveal(secretKey), anonymous())).value).toBe('tea at 5?');
    await expect(secrets.useCases.revealSecret(aReveal(secretKey), anonymous())).rejects.toMatchObject({
      code: 'secret.gone',
    });
    expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).toBeNull();
  });

  test('is event, state and content in one commit, and its state is the head of its stream', async () => {
    const before = await counts();
    await conceal();
    const after = await counts();
    const added = tables.map((name) => (after[name] ?? 0) - (before[name] ?? 0));
    expect(Object.fromEntries(tables.map((name, index) => [name, added[index]]))).toEqual({
      secret: 1,
      secret_content: 1,
      events: 1,
      streams: 0,
      commands: 0,
      create_replay: 0,
    });
  });

  test('records what happened, without content', async () => {
    const { metadata } = await conceal({ secret: 'x'.repeat(1500), passphrase: 'plum' });
    const [event] = await secrets.rows(
      `select e.type, e.data, ${metaField('actorKind')} as actor, ${metaField('actorRef')} as ref, pg_column_size(e.meta) < 64 as "metaIsSmall"
       from secrets.events e
       join secrets.secret s on s.secret_id = e.stream_id where s.short = $1`,
      [metadata.secretShortkey],
    );
    expect(event).toEqual({
      type: 'secret.created',
      actor: 'anonymous',
      ref: null,
      metaIsSmall: true,
      data: {
        kind: 'share',
        ttlSeconds: 3600,
        expiresAt: new Date(metadata.expiresAt).toISOString(),
        hasPassphrase: true,
        truncated: false,
        sizeBucket: '10k',
        recipientCount: 0,
      },
    });
  });

  test('is refused over the plan where it is wanted whole, and nothing is stored', async () => {
    const before = await counts();
    const wanted = { secret: 'x'.repeat(10_001), isWhole: true };
    await expect(conceal(wanted)).rejects.toMatchObject({ code: 'secret.text-too-long' });
    expect(await counts()).toEqual(before);
    expect(await conceal({ ...wanted, secret: 'x'.repeat(10_000) })).toMatchObject({ isTruncated: false });
  });

  test('is truncated to the plan, and its creator is told', async () => {
    const concealed = await conceal({ secret: '😀'.repeat(10_001) });
    expect(concealed).toMatchObject({ isTruncated: true, originalSize: 10_001 });
    const revealed = await secrets.useCases.revealSecret(aReveal(concealed.secretKey), anonymous());
    expect(revealed.value).toBe('😀'.repeat(10_000));
    expect(revealed.secret).toMatchObject({ originalSize: 10_001, binding: { isTruncated: true } });
  });

  test('may be white space, and half a character becomes the replacement character', async () => {
    const blank = await conceal({ secret: ' \n' });
    expect((await secrets.useCases.revealSecret(aReveal(blank.secretKey), anonymous())).value).toBe(' \n');
    const broken = await conceal({ secret: 'a\ud800b' });
    expect((await secrets.useCases.revealSecret(aReveal(broken.secretKey), anonymous())).value).toBe('a\ufffdb');
  });
});

test('a generated value is returned by conceal, once, and opens like any other', async () => {
  const concealed = await conceal({ kind: 'generate', secret: 'ignored' });
  expect(concealed.value).toMatch(/^[A-Za-z2-9*$!?()]{12}$/);
  const revealed = await secrets.useCases.revealSecret(aReveal(concealed.secretKey), anonymous());
  expect(revealed.value).toBe(concealed.value);
});

describe('nothing is stored', () => {
  test.each<[string, Partial<ConcealInput>, string]>([
    ['of an empty secret', { secret: '' }, 'secret.empty'],
    ['under a passphrase of 257 characters', { passphrase: 'x'.repeat(257) }, 'secret.passphrase-too-long'],
    ['for a recipient without an account', { recipients: [' ', 'a@b.example'] }, 'secret.recipient-not-allowed'],
    ['for a share domain that is none', { shareDomain: 'not a host' }, 'secret.invalid-share-domain'],
    ['for a share domain of nobody', { shareDomain: 'once.acme.example' }, 'secret.domain-not-found'],
  ])('%s', async (_what, change, code) => {
    const before = await counts();
    await expect(conceal(change)).rejects.toMatchObject({ code });
    expect(await counts()).toEqual(before);
  });

  test('when a row of it cannot be written', async () => {
    const { metadataKey } = secrets.parts.ports.keys.newKeys();
    const made = secrets.parts.ports.keys;
    const keys = { ...made, newKeys: () => ({ ...made.newKeys(), metadataKey }) };
    const clumsy = secrets.using({ keys });
    await clumsy.concealSecret(aShare(), anonymous());
    const before = await counts();
    await expect(clumsy.concealSecret(aShare(), anonymous())).rejects.toThrow(/secret_metadata/);
    expect(await counts()).toEqual(before);
  });

  test('while the keys are sealed', async () => {
    const keyRing = { ...secrets.parts.ports.keyRing, current: sealedCurrent };
    const before = await counts();
    await expect(secrets.using({ keyRing }).concealSecret(aShare(), anonymous())).rejects.toMatchObject({
      dependency: 'keys',
    });
    expect(await counts()).toEqual(before);
  });

  test('when our clock cannot be brought to the database clock', async () => {
    const databaseTime = { now: () => new Date(Date.now() - 6000), measure: async () => undefined };
    const before = await counts();
    await expect(secrets.using({ databaseTime }).concealSecret(aShare(), anonymous())).rejects.toMatchObject({
      dependency: 'clock',
    });
    expect(await counts()).toEqual(before);
  });
});

test('a clock that went wrong is measured again and the secret sealed anew', async () => {
  let offsetMs = 86_400_000;
  const databaseTime = {
    now: () => new Date(Date.now() + offsetMs),
    measure: async () => {
      offsetMs = 0;
    },
  };
  const { metadata } = await secrets.using({ databaseTime }).concealSecret(aShare(), anonymous());
  expect(Math.abs(metadata.createdAt - Date.now())).toBeLessThan(5000);
});

describe('with an Idempotency-Key', () => {
  test('the same wish gets the same answer and nothing new is stored', async () => {
    const idempotencyKey = aToken();
    const first = await conceal({ kind: 'generate', idempotencyKey });
    const before = await counts();
    expect(await conceal({ kind: 'generate', idempotencyKey })).toEqual({ ...first, isReplay: true });
    expect(await counts()).toEqual(before);
  });

  test('another wish is a mismatch', async () => {
    const idempotencyKey = aToken();
    await conceal({ idempotencyKey });
    for (const change of [{ secret: 'other' }, { passphrase: 'plum' }, { ttl: 60 }, { kind: 'generate' as const }]) {
      await expect(conceal({ idempotencyKey, ...change })).rejects.toMatchObject({
        code: 'secret.idempotency-mismatch',
      });
    }
  });

  test('a visitor of another network with the same key never gets that secret or its password', async () => {
    const wish = aShare({ kind: 'generate', idempotencyKey: aToken() });
    await secrets.useCases.concealSecret(wish, anonymous('198.51.100.0/24'));
    await expect(secrets.useCases.concealSecret(wish, anonymous('203.0.113.0/24'))).rejects.toMatchObject({
      code: 'secret.idempotency-mismatch',
    });
  });

  test('the answer is gone after ten minutes, and when the secret has ended', async () => {
    const aged = aToken();
    await conceal({ idempotencyKey: aged });
    await secrets.rows(`update secrets.create_replay set until = until - interval '600 s'`);
    await expect(conceal({ idempotencyKey: aged })).rejects.toMatchObject({ code: 'secret.idempotency-expired' });
    const ended = aToken();
    const { secretKey } = await conceal({ idempotencyKey: ended });
    await secrets.useCases.revealSecret(aReveal(secretKey), anonymous());
    await expect(conceal({ idempotencyKey: ended })).rejects.toMatchObject({ code: 'secret.idempotency-expired' });
  });

  test('sixteen at once make one secret', async () => {
    const idempotencyKey = aToken();
    const before = await counts();
    const answers = await Promise.all(Array.from({ length: 16 }, () => conceal({ idempotencyKey })));
    expect(new Set(answers.map(({ secretKey }) => secretKey)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect((await counts()).secret).toBe((before.secret ?? 0) + 1);
  });
});

function sealedCurrent(): never {
  throw Object.assign(new Error('sealed'), { dependency: 'keys' });
}
