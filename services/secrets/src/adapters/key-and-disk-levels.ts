import type { Telemetry } from '@onceover/service-kit/telemetry';
import type { LoadedKeyRing } from './crypto/keys/key-ring.ts';
import type { DiskSpace } from './disk-space.ts';

const MEGABYTE = 1_000_000;

interface Watched {
  readonly ring: Pick<LoadedKeyRing, 'currentEpoch' | 'epochs' | 'missingEpochs'>;
  readonly epochMinutes: number;
  readonly disk: Pick<DiskSpace, 'freeMegabytes'>;
  readonly floorMegabytes: number;
}

/** Metrics of what the promise "gone" rests on (epochs end, their keys are there), and of the space that is left. */
export function showKeysAndDisk(telemetry: Telemetry, { ring, epochMinutes, disk, floorMegabytes }: Watched): void {
  const gauge = (name: string, help: string, read: () => number | null) =>
    telemetry.level({ name, help, labels: {} }, () => {
      const value = read();
      return value === null ? [] : [[{}, value]];
    });
  gauge(
    'onceover_epoch_age_seconds',
    'For how long this process has seen the epoch that new secrets use, from the first scrape on; it begins again whenever one ends.',
    sinceItChanged(() => ring.currentEpoch),
  );
  gauge('onceover_epoch_lifetime_seconds', 'When an epoch is to end.', () => epochMinutes * 60);
  const keys = { name: 'onceover_epoch_keys', help: 'Keys of the current and of retiring epochs.' };
  telemetry.level({ ...keys, labels: { state: new Set(['loaded', 'missing']) } }, () => [
    [{ state: 'loaded' }, ring.epochs.entries().length],
    [{ state: 'missing' }, ring.missingEpochs().length],
  ]);
  const free = () => disk.freeMegabytes();
  gauge('onceover_disk_free_bytes', 'Free space where the embedded database is.', () => bytes(free()));
  gauge('onceover_disk_floor_bytes', 'Below this much free space no more secrets are taken.', () =>
    free() === null ? null : bytes(floorMegabytes),
  );
}

function bytes(megabytes: number | null): number | null {
  return megabytes === null ? null : megabytes * MEGABYTE;
}

/** Seconds since a number was first found to be what it is; null while there is none. */
function sinceItChanged(read: () => number | null): () => number | null {
  let [known, since]: [number | null, number] = [null, 0];
  return () => {
    const now = performance.now();
    const found = read();
    if (found !== known) [known, since] = [found, now];
    return found === null ? null : (now - since) / 1000;
  };
}
