import { newId } from '@onceover/service-kit/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Backend, openMemory, openPostgres } from './test-support/backends.ts';
import { aCommand, aNote, anAppend, checkEpoch, claimBox } from './test-support/box-log.ts';
import type { AppendCommand, ExpectedVersion } from './types.ts';

interface Plan {
  readonly streams: readonly number[];
  readonly expected: ExpectedVersion;
  readonly events: number;
  readonly commandId: number;
  readonly epoch: number;
  readonly does: 'fill' | 'empty' | 'note' | 'poison' | 'unstorable';
}

const plan: fc.Arbitrary<Plan> = fc.record({
  streams: fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 2 }),
  expected: fc.constantFrom<ExpectedVersion>('none', 'any', 'any', 1, 2),
  events: fc.integer({ min: 1, max: 2 }),
  // A small set: about a third of the commands reuse an id.
  commandId: fc.nat({ max: 30 }),
  epoch: fc.constantFrom(7, 7, 7, 6),
  does: fc.constantFrom('fill', 'empty', 'note', 'note', 'poison', 'unstorable'),
});

function toCommand(plan: Plan, streams: readonly string[], ids: readonly string[]): AppendCommand {
  const [first = 0] = plan.streams;
  const id = streams[first] ?? '';
  const types = Array.from({ length: plan.events }, () => 'box.noted');
  const appends = plan.streams.map((stream) => anAppend(streams[stream] ?? '', plan.expected, ...types));
  const text = { poison: 'poison', unstorable: 'nul \u0000' }[plan.does as string] ?? 'fine';
  const inline = plan.does === 'fill' ? [{ name: 'box', row: { id } }] : [aNote(text)];
  const guards = [checkEpoch(plan.epoch), ...(plan.does === 'empty' ? [claimBox(id)] : [])];
  return aCommand(appends, { commandId: ids[plan.commandId] ?? '', guards, inline, shared: [`epoch:${plan.epoch}`] });
}

async function outcomeOf(work: Promise<{ outcome: string; versions: readonly number[] }>): Promise<string> {
  try {
    const { outcome, versions } = await work;
    return `${outcome} ${versions.join()}`;
  } catch (error) {
    const { name } = error as Error;
    return name === 'VersionConflict' || name === 'StaleInput' ? name : 'broken';
  }
}

async function endState(backend: Backend, streams: readonly string[]): Promise<unknown> {
  return Promise.all(
    streams.map(async (id) => {
      const { events } = await backend.store.load({ id, category: 'box' });
      return { events: events.map((event) => event.id), state: await backend.stateOf(id) };
    }),
  );
}

// Commands that share a stream or an id keep their order of submission and others do not touch each other, so a batched
// run must equal the serial run in that order, command by command.
test('any mix of conflicts, duplicates and poison, submitted at once, has the same result as a serial run', async () => {
  await using batched = await openPostgres(true);
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 60 }), async (plans) => {
      await using serial = await openMemory();
      const streams = Array.from({ length: 4 }, newId);
      const ids = Array.from({ length: 31 }, () => crypto.randomUUID());
      const commands = plans.map((one) => toCommand(one, streams, ids));
      const wanted: string[] = [];
      for (const [index, command] of commands.entries()) {
        // Text that the database cannot store is refused before anything is looked up.
        const isUnstorable = plans[index]?.does === 'unstorable';
        wanted.push(isUnstorable ? 'broken' : await outcomeOf(serial.store.execute(command)));
      }
      const got = await Promise.all(commands.map((command) => outcomeOf(batched.store.execute(command))));
      expect(got).toEqual(wanted);
      expect(await endState(batched, streams)).toEqual(await endState(serial, streams));
    }),
    { numRuns: 40 },
  );
});
