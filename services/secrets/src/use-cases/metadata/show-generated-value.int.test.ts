import { secretBell } from '@onceover/schema/events/bells';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { aCustomer, handleOf } from '../../test-support/customer.ts';
import { alone, openParts, startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../../test-support/wishes.ts';
import { contextOf } from '../secret/command-context.ts';
import { type UseCases, useCasesOf } from '../use-cases.ts';

const seconds = 60;
const racers = 64;
const rounds = 8;

let secrets: TestSecrets;
/** A second process on the same database and keys. */
let neighbour: UseCases;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  secrets = stack.use(await startTestSecrets({ generatedValueAgain: seconds }));
  const parts = await openParts(secrets.config, { ...alone(), database: secrets.database }, stack);
  neighbour = useCasesOf(parts.ports);
});
afterAll(() => stack.disposeAsync());

const generate = (change = {}, caller = anonymous()) =>
  secrets.useCases.concealSecret(aShare({ kind: 'generate', ...change }), caller);
const show = (key: string, caller = anonymous()) => secrets.useCases.showGeneratedValue(key, caller);
const lookupOf = (secretKey: string) => secrets.parts.ports.keys.lookupOf(secretKey);
const told = (secretId: string) =>
  secrets.rows<{ at: Date; data: object; meta: object; tenant: string | null }>(
    `select occurred_at as at, data, meta, tenant_ref as tenant from secrets.events
     where stream_id = $1 and type = 'secret.generated_value_shown'`,
    [secretId],
  );

/** As if it had been made so many seconds earlier. */
const age = (secretKey: string, bySeconds: number) =>
  secrets.rows('update secrets.secret set created = created - make_interval(secs => $2) where lookup = $1', [
    lookupOf(secretKey),
    bySeconds,
  ]);

test('the first look by the metadata key gives the value once more, and the secret still opens exactly once', async () => {
  const { secretKey, value, metadata } = await generate();
  expect(await show(metadata.key)).toBe(value);
  expect(await show(metadata.key)).toBeNull();
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ state: 'new', secretKey });
  expect((await secrets.useCases.revealSecret(aReveal(secretKey), anonymous())).value).toBe(value);
  await expect(secrets.useCases.revealSecret(aReveal(secretKey), anonymous())).rejects.toMatchObject({
    code: 'secret.gone',
  });
});

test('the log tells when and by whom, and the creator sees it, also after the end', async () => {
  const owner = aCustomer();
  const { metadata } = await generate({}, owner);
  const rings: string[] = [];
  await secrets.parts.bells.on(secretBell(metadata.secretId), () => rings.push('rung'));
  expect(await secrets.useCases.showMetadata(metadata.key, owner)).toMatchObject({ valueShownAt: null });
  await show(metadata.key, owner);
  const [event, ...more] = await told(metadata.secretId);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ data: {}, meta: { k: 'creator' }, tenant: owner.accountRef });
  expect(rings).toEqual(['rung']);
  const shown = { valueShownAt: event?.at.getTime() };
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject(shown);
  expect(await secrets.useCases.burnSecret(aBurn(metadata.key), anonymous())).toMatchObject(shown);
});

test('nobody is shown a text, a value with a passphrase, or one that was opened, burned or has expired', async () => {
  const text = await secrets.useCases.concealSecret(aShare(), anonymous());
  const locked = await generate({ passphrase: 'plum' });
  const [opened, burned, over] = [await generate(), await generate(), await generate()];
  await secrets.useCases.revealSecret(aReveal(opened.secretKey), anonymous());
  await secrets.useCases.burnSecret(aBurn(burned.metadata.key), anonymous());
  await secrets.endLifetime(lookupOf(over.secretKey));
  for (const { metadata } of [text, locked, opened, burned, over]) {
    expect(await show(metadata.key)).toBeNull();
    expect(await told(metadata.secretId)).toEqual([]);
  }
});

test('after its time nobody is shown it', async () => {
  const { secretKey, metadata } = await generate();
  await age(secretKey, seconds);
  expect(await show(metadata.key)).toBeNull();
  expect(await told(metadata.secretId)).toEqual([]);
});

test('a secret key, an owner handle, unknown and malformed keys show nothing and use nothing up', async () => {
  const owner = aCustomer();
  const { secretKey, value, metadata } = await generate({}, owner);
  const handle = await handleOf(secrets, secretKey);
  for (const key of [secretKey, handle ?? '', '0'.repeat(31), '', 'nonsense'])
    expect(await show(key, owner)).toBeNull();
  expect(await show(metadata.key, aCustomer())).toBe(value);
});

// What a look had read may have changed by the time it claims: then the database refuses it.
test('the claim itself refuses whatever may not be shown at that moment', async () => {
  const claim = async ({ secretKey, metadata }: Awaited<ReturnType<typeof generate>>) =>
    await secrets.parts.ports.generatedValues.claim(
      { secretId: metadata.secretId, lookup: lookupOf(secretKey) },
      { type: 'secret.generated_value_shown', schemaVersion: 1, data: {} },
      seconds,
      contextOf(anonymous(), null, null),
    );
  const [opened, over, late, shown] = [await generate(), await generate(), await generate(), await generate()];
  await secrets.useCases.revealSecret(aReveal(opened.secretKey), anonymous());
  await secrets.endLifetime(lookupOf(over.secretKey));
  await age(late.secretKey, seconds);
  expect(await claim(shown)).toBe(true);
  const text = await secrets.useCases.concealSecret(aShare(), anonymous());
  const locked = await generate({ passphrase: 'plum' });
  for (const each of [opened, over, late, shown, text, locked]) {
    const before = await told(each.metadata.secretId);
    expect(await claim(each)).toBe(false);
    expect(await told(each.metadata.secretId)).toEqual(before);
  }
});

test('64 lookers in two processes: one of them gets the value, and it is told once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { value, metadata } = await generate();
    const doors = Array.from({ length: racers }, (_, index) => (index % 2 === 0 ? secrets.useCases : neighbour));
    const shown = await Promise.all(doors.map((door) => door.showGeneratedValue(metadata.key, anonymous())));
    expect(shown.filter((each) => each !== null)).toEqual([value]);
    expect(await told(metadata.secretId)).toHaveLength(1);
  }
});

test('lookers and readers at once: the value is shown at most once, and opened exactly once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { secretKey, value, metadata } = await generate();
    const outcomes = await Promise.allSettled(
      Array.from({ length: racers }, async (_, index) => {
        const door = index % 4 < 2 ? secrets.useCases : neighbour;
        if (index % 2 === 0) return { shown: await door.showGeneratedValue(metadata.key, anonymous()) };
        return { opened: (await door.revealSecret(aReveal(secretKey), anonymous())).value };
      }),
    );
    const given = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('secret.gone');
    expect(given.flatMap(({ opened }) => opened ?? [])).toEqual([value]);
    const shown = given.flatMap((each) => each.shown ?? []);
    expect(shown.length).toBeLessThanOrEqual(1);
    expect(await told(metadata.secretId)).toHaveLength(shown.length);
  }
});

test('a burn that meets a look burns the secret all the same', async () => {
  const { metadata } = await generate();
  const [view] = await Promise.all([secrets.useCases.burnSecret(aBurn(metadata.key), anonymous()), show(metadata.key)]);
  expect(view.state).toBe('burned');
  expect(await show(metadata.key)).toBeNull();
});

test('where the site shows nothing again, nothing is read, and nobody is shown anything', async () => {
  const { metadata } = await generate();
  const off = secrets.using({ generatedValueAgain: 0 });
  const asked = [vi.spyOn(secrets.parts.pool, 'query'), vi.spyOn(secrets.parts.pool, 'connect')];
  const statements = () => asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  expect(await off.showGeneratedValue(metadata.key, anonymous())).toBeNull();
  expect(statements()).toBe(0);
  await off.showMetadata(metadata.key, anonymous());
  expect(statements()).toBeGreaterThan(0);
  for (const spy of asked) spy.mockRestore();
});

test('while the keys are sealed, or the content does not open, it is an outage and nothing is used up', async () => {
  const { value, metadata } = await generate();
  const keyRing = {
    ...secrets.parts.ports.keyRing,
    current: () => {
      throw new Error('sealed');
    },
  };
  await expect(secrets.using({ keyRing }).showGeneratedValue(metadata.key, anonymous())).rejects.toThrow('sealed');
  expect(await show(metadata.key)).toBe(value);
  const damaged = await generate();
  await secrets.rows(
    'update secrets.secret_content set ct = set_byte(ct, 70, 255 - get_byte(ct, 70)) where lookup = $1',
    [lookupOf(damaged.secretKey)],
  );
  const alarms: string[] = [];
  const watched = secrets.using({ alarm: (_secretId, reason) => alarms.push(reason) });
  const refused = await watched.showGeneratedValue(damaged.metadata.key, anonymous()).catch((error) => error);
  expect(refused).toMatchObject({ dependency: 'vault' });
  expect(`${refused} ${refused.stack} ${refused.cause?.stack}`).not.toContain(damaged.value);
  expect(alarms).toEqual(['undecryptable']);
  expect(await told(damaged.metadata.secretId)).toEqual([]);
});
