import { notedTelemetry } from '@onceover/service-kit/noted-telemetry';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NumberedKeys } from './crypto/keys/numbered-keys.ts';
import { showKeysAndDisk } from './key-and-disk-levels.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function watched({ free = null }: { free?: number | null } = {}) {
  const ring = { currentEpoch: null as number | null, epochs: new NumberedKeys(), missingEpochs: () => [3, 4] };
  const { telemetry, levelOf } = notedTelemetry();
  const disk = { freeMegabytes: () => free };
  showKeysAndDisk(telemetry, { ring, epochMinutes: 15, disk, floorMegabytes: 256 });
  return { ring, levelOf };
}

test('the age of an epoch begins with the epoch, and is not known while there is none', () => {
  const { ring, levelOf } = watched();
  const age = () => levelOf('onceover_epoch_age_seconds');
  expect(age()).toEqual({});
  ring.currentEpoch = 7;
  expect(age()).toEqual({ '': 0 });
  vi.advanceTimersByTime(90_000);
  expect(age()).toEqual({ '': 90 });
  ring.currentEpoch = 8;
  expect(age()).toEqual({ '': 0 });
  expect(levelOf('onceover_epoch_lifetime_seconds')).toEqual({ '': 900 });
});

test('keys of epochs are counted, those that are there and those that are missing', () => {
  const { ring, levelOf } = watched();
  ring.epochs.put(5, Buffer.alloc(32));
  expect(levelOf('onceover_epoch_keys')).toEqual({ loaded: 1, missing: 2 });
});

test('free space and the floor are shown in bytes, and neither where the disk is elsewhere', () => {
  const here = watched({ free: 1000 });
  expect(here.levelOf('onceover_disk_free_bytes')).toEqual({ '': 1_000_000_000 });
  expect(here.levelOf('onceover_disk_floor_bytes')).toEqual({ '': 256_000_000 });
  const elsewhere = watched();
  expect(elsewhere.levelOf('onceover_disk_free_bytes')).toEqual({});
  expect(elsewhere.levelOf('onceover_disk_floor_bytes')).toEqual({});
});
