import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DuplicateCommand, StaleInput, VersionConflict } from './errors.ts';
import { type Backend, backends } from './test-support/backends.ts';
import {
  aCommand,
  aContext,
  aNote,
  anAppend,
  anEvent,
  checkEpoch,
  checkNew,
  claimBox,
  emptying,
  filling,
} from './test-support/box-log.ts';

describe.each(backends)('a store on $name', ({ open }) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await open();
  });
  afterAll(() => backend[Symbol.asyncDispose]());

  const versionOf = async (id: string) => (await backend.store.load({ id, category: 'box' })).version;
  const outcomesOf = async (work: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(work);
    return settled.map((one) => (one.status === 'fulfilled' ? 'ok' : (one.reason as Error).name));
  };

  test('events are loaded exactly as they were appended, numbered from 1', async () => {
    const id = newId();
    const owner = crypto.randomUUID();
    const context = { ...aContext(), tenantRef: owner };
    const awkward = { weight: 3, text: 'a "quoted", {braced} \\ and\nbroken – NULL' };
    const append = { ...anAppend(id, 'none'), events: [anEvent('box.filled', awkward), anEvent('NULL, "{}\\')] };
    const result = await backend.store.execute({ ...aCommand(append), context });
    const { events, version } = await backend.store.load(append.stream);
    expect(result).toMatchObject({ outcome: 'appended', versions: [2], source: 'boxes' });
    expect(version).toBe(2);
    expect(events.map((event) => event.version)).toEqual([1, 2]);
    expect(events[0]).toMatchObject({
      type: 'box.filled',
      schemaVersion: 1,
      streamId: id,
      category: 'box',
      tenantRef: owner,
      data: awkward,
      meta: context.meta,
      source: 'boxes',
    });
    expect(events[1]?.type).toBe('NULL, "{}\\');
    expect(events[1]?.position).toBe(result.position);
    expect(events[0]?.occurredAt).toBeInstanceOf(Date);
  });

  test('every commit says what it appended and to whom it belongs, and nothing else does', async () => {
    const { news, store } = backend;
    const seen = news.length;
    const owned = () => aContext(undefined, crypto.randomUUID());
    const known = filling(newId());
    await Promise.all([
      store.execute(known),
      store.execute({ ...aCommand(anAppend(newId(), 'any', 'a', 'b')), context: owned() }),
      store.execute(aCommand(anAppend(newId(), 'any', 'c'))),
    ]);
    await outcomesOf([store.execute(known), store.execute(aCommand(anAppend(newId(), 4)))]);
    await outcomesOf([store.transact(owned(), async () => undefined)]);
    const batches = news.slice(seen);
    expect(batches.flatMap((each) => [...each.owned]).toSorted()).toEqual(['a', 'b']);
    expect(batches.flatMap((each) => [...each.unowned]).toSorted()).toEqual(['box.filled', 'c']);
    const told = news.length;
    const [context, streamId] = [owned(), newId()];
    await store.transact(context, ({ append }) => append(anAppend(streamId, 'any', 'd', 'd')));
    const event = { type: 'd', streamId, tenantRef: context.tenantRef, data: {} };
    expect(news.slice(told)).toEqual([
      { source: 'boxes', owned: new Set(['d']), unowned: new Set<string>(), events: [event, event] },
    ]);
  });

  test('an unknown stream is empty', async () => {
    expect(await backend.store.load({ id: newId(), category: 'box' })).toEqual({ events: [], version: 0 });
  });

  test('an expected version is exact; none means a new stream, any means whatever is there', async () => {
    const id = newId();
    await backend.store.execute(aCommand(anAppend(id, 0)));
    await backend.store.execute(aCommand(anAppend(id, 1)));
    await backend.store.execute(aCommand(anAppend(id, 'any')));
    await expect(backend.store.execute(aCommand(anAppend(id, 'none')))).rejects.toThrow(VersionConflict);
    await expect(backend.store.execute(aCommand(anAppend(id, 2)))).rejects.toThrow(VersionConflict);
    await expect(backend.store.execute(aCommand(anAppend(id, 4)))).rejects.toThrow(VersionConflict);
    expect(await versionOf(id)).toBe(3);
  });

  test('a command with several streams appends to all of them or to none', async () => {
    const [one, two] = [newId(), newId()];
    const result = await backend.store.execute(aCommand([anAppend(one, 'none', 'a', 'b'), anAppend(two, 'none')]));
    expect(result.versions).toEqual([2, 1]);
    const halfWrong = aCommand([anAppend(one, 2), anAppend(two, 5)]);
    await expect(backend.store.execute(halfWrong)).rejects.toThrow(VersionConflict);
    expect([await versionOf(one), await versionOf(two)]).toEqual([2, 1]);
  });

  test('a command runs once: running it again writes nothing and says where the first run wrote', async () => {
    const [id, other] = [newId(), newId()];
    const commandId = crypto.randomUUID();
    const first = await backend.store.execute(filling(id, { commandId }));
    const repeat = await backend.store.execute(filling(other, { commandId }));
    expect(repeat).toMatchObject({ outcome: 'duplicate', versions: [1], reference: { streamId: id, version: 1 } });
    expect(repeat.position).toBe(first.position);
    expect([await versionOf(id), await versionOf(other)]).toEqual([1, 0]);
    expect(await backend.stateOf(other)).toBeUndefined();
  });

  test('a command run again is a duplicate even if the stream has moved on', async () => {
    const id = newId();
    const commandId = crypto.randomUUID();
    await backend.store.execute(filling(id, { commandId }));
    await backend.store.execute(aCommand(anAppend(id, 1)));
    expect((await backend.store.execute(filling(id, { commandId }))).outcome).toBe('duplicate');
  });

  test('event ids are derived from the command id', async () => {
    const commandId = '3f1e4a52-7a39-4e13-9d0e-0d2a7b0f6a01';
    const id = newId();
    await backend.store.execute(aCommand(anAppend(id, 'none', 'a', 'b'), { commandId }));
    const { events } = await backend.store.load({ id, category: 'box' });
    expect(events.map((event) => event.id)).toEqual([
      '7399b4b3-86ff-51e9-916e-f04f9ab9cb96',
      '2db20858-6a7d-5f5b-a0b6-1dc3b0787c6b',
    ]);
  });

  test('a claim that does not match fails only its own command: no event, no write', async () => {
    const id = newId();
    await backend.store.execute(filling(id));
    const notes = await backend.countNotes();
    const unfilled = newId();
    const outcomes = await outcomesOf([
      backend.store.execute(emptying(id, { inline: [aNote('emptied')] })),
      backend.store.execute(
        aCommand(anAppend(unfilled, 'none'), { guards: [claimBox(unfilled)], inline: [aNote('never')] }),
      ),
      backend.store.execute(filling(newId())),
    ]);
    expect(outcomes).toEqual(['ok', 'VersionConflict', 'ok']);
    expect([await versionOf(id), await versionOf(unfilled)]).toEqual([2, 0]);
    expect(await backend.stateOf(id)).toBe('emptied');
    expect(await backend.countNotes()).toBe(notes + 1);
  });

  test('a command whose check fails makes no claim', async () => {
    const id = newId();
    await backend.store.execute(filling(id));
    const stale = emptying(id, { guards: [claimBox(id), checkEpoch(6)] });
    await expect(backend.store.execute(stale)).rejects.toThrow(StaleInput);
    expect(await backend.stateOf(id)).toBe('new');
    expect(await versionOf(id)).toBe(1);
    const current = emptying(id, { guards: [claimBox(id), checkEpoch(7), checkNew(id)], shared: ['epoch:7'] });
    expect((await backend.store.execute(current)).outcome).toBe('appended');
  });

  test('a write that violates a constraint fails its own command, not its neighbours', async () => {
    const ids = Array.from({ length: 12 }, () => newId());
    const poisoned = ids.map((id, index) => filling(id, { inline: [aNote(index % 4 === 1 ? 'poison' : 'fine')] }));
    const outcomes = await outcomesOf(poisoned.map((command) => backend.store.execute(command)));
    expect(outcomes.map((outcome) => outcome === 'ok')).toEqual(ids.map((_, index) => index % 4 !== 1));
    const versions = await Promise.all(ids.map(versionOf));
    expect(versions).toEqual(ids.map((_, index) => (index % 4 === 1 ? 0 : 1)));
  });

  test('a stream ends once, whatever version the second ending expects', async () => {
    const id = newId();
    await backend.store.execute(aCommand(anAppend(id, 'none', 'box.filled', 'box.emptied')));
    const second = aCommand(anAppend(id, 'any', 'box.emptied'));
    await expect(backend.store.execute(second)).rejects.toThrow(VersionConflict);
  });

  test('of 64 callers of one stream exactly one succeeds, in each of 40 rounds', async () => {
    for (let round = 0; round < 40; round += 1) {
      const id = newId();
      await backend.store.execute(filling(id));
      const outcomes = await outcomesOf(Array.from({ length: 64 }, () => backend.store.execute(emptying(id))));
      expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'VersionConflict')).toHaveLength(63);
      expect(await versionOf(id)).toBe(2);
    }
  });

  test('of 64 callers with one command id one appends, and the others learn of it', async () => {
    const commandId = crypto.randomUUID();
    const results = await Promise.all(
      Array.from({ length: 64 }, () => backend.store.execute(filling(newId(), { commandId }))),
    );
    expect(results.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
    expect(new Set(results.map(({ reference }) => reference?.streamId)).size).toBe(1);
  });

  const [A, B] = [newId(), newId()];
  test.each([
    ['no stream', aCommand([]), 'at least one stream'],
    ['a stream twice', aCommand([anAppend(A, 0), anAppend(A, 1)]), 'a stream once'],
    ['no event', aCommand({ ...anAppend(A, 0), events: [] }), 'at least one event'],
    ['two claims', aCommand(anAppend(A, 0), { guards: [claimBox(A), claimBox(B)] }), 'one claim'],
    ['a name with a capital', aCommand(anAppend(A, 0), { inline: [{ name: 'Note', row: {} }] }), 'a-z'],
    ['half a version', aCommand(anAppend(A, 0.5)), 'expected version'],
    ['a lock of the store', aCommand(anAppend(A, 0), { shared: [`stream:${A}`] }), 'shared lock'],
    ['an invalid id', aCommand(anAppend(`${A},${B}`, 0)), 'UUID'],
    ['an id in capitals', aCommand(anAppend(A.toUpperCase(), 0)), 'UUID'],
    [
      'half a schema',
      aCommand({ ...anAppend(A, 0), events: [{ ...anEvent(), schemaVersion: 1.5 }] }),
      'schema version',
    ],
  ])('a command with %s is refused before it is sent', async (_name, command, message) => {
    const refused = backend.store.execute(command);
    await expect(refused).rejects.toThrow(TypeError);
    await expect(refused).rejects.toThrow(message);
  });

  test('what the catalogue refuses is not written, alone or beside something that it allows', async () => {
    const [good, bad] = [newId(), newId()];
    const forbidden = anAppend(bad, 'none', 'box.forbidden');
    await expect(backend.store.execute(aCommand([anAppend(good, 'none'), forbidden]))).rejects.toThrow(
      'not in the catalogue',
    );
    const transacting = backend.store.transact(aContext(), ({ append }) => append(forbidden));
    await expect(transacting).rejects.toThrow('not in the catalogue');
    expect([await versionOf(good), await versionOf(bad)]).toEqual([0, 0]);
  });

  describe('transact', () => {
    test('appends and returns what its work returns', async () => {
      const id = newId();
      const answer = await backend.store.transact(aContext(), async ({ append }) => {
        const { versions } = await append(anAppend(id, 'none', 'a', 'b'));
        return versions;
      });
      expect(answer).toEqual([2]);
      expect(await versionOf(id)).toBe(2);
    });

    test('leaves nothing behind when its work fails after the append', async () => {
      const id = newId();
      const failing = backend.store.transact(aContext(), async ({ append }) => {
        await append(anAppend(id, 'none'));
        throw new RangeError('changed my mind');
      });
      await expect(failing).rejects.toThrow(RangeError);
      expect(await versionOf(id)).toBe(0);
    });

    test('a conflict fails it even if the work ignores the error', async () => {
      const id = newId();
      const lookingAway = backend.store.transact(aContext(), async ({ append }) => {
        await append(anAppend(id, 3)).catch(() => undefined);
        return 'fine';
      });
      await expect(lookingAway).rejects.toThrow(VersionConflict);
    });

    test('a known command is not run again, and its reference is returned', async () => {
      const id = newId();
      const context = aContext();
      await backend.store.transact(context, ({ append }) => append(anAppend(id, 'none')));
      const again = backend.store.transact(context, ({ append }) => append(anAppend(newId(), 'none')));
      await expect(again).rejects.toThrow(DuplicateCommand);
      await expect(again).rejects.toMatchObject({ reference: { streamId: id, version: 1 } });
    });

    test('appends once', async () => {
      const twice = backend.store.transact(aContext(), async ({ append }) => {
        await append(anAppend(newId(), 'none'));
        await append(anAppend(newId(), 'none'));
      });
      await expect(twice).rejects.toThrow(TypeError);
    });
  });
});
