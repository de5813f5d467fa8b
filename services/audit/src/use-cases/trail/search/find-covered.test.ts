import { customer } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { expect, test } from 'vitest';
import type { RecordedEntry } from '../recorded-entry.ts';
import { type CoverPorts, findCoveredUseCase } from './find-covered.ts';

const colonel = customer(newId(), { role: 'colonel', hasSecondFactor: true });
const entry = (at: string, log: string, eventId: string) => ({ at, log, eventId, position: at }) as RecordedEntry;

test('an event is found by its id though the owner of another log answers with others that are newer', async () => {
  const eventId = newId();
  const wanted = entry('2026-01-01T00:00:00.000000Z', 'secrets', eventId);
  const others = Array.from({ length: 20 }, () => entry('2026-01-02T00:00:00.000000Z', 'accounts', newId()));
  const ports = {
    search: {
      entries: async () => [wanted],
      unowned: async (log: string) => (log === 'accounts' ? others : []),
    },
    blocks: { blockOf: async () => null },
  } as unknown as CoverPorts;
  const found = await findCoveredUseCase(ports)({ reference: eventId }, colonel);
  expect(found.map(({ entry: each }) => each?.eventId)).toEqual([eventId]);
});
