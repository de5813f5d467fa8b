import type { Caller } from '@onceover/schema/caller';
import { OutageError } from '@onceover/service-kit/errors';
import { StorageQuotaReached } from '../domain/secret/secret-errors.ts';
import { storageQuotas } from '../domain/secret/storage-quotas.ts';
import type { StorageGuard, StoredBytes, Storing } from '../use-cases/conceal/storage-guard.ts';
import type { DiskSpace } from './disk-space.ts';
import type { LiveBytes } from './postgres/live-bytes.ts';

export interface StorageGuardParts {
  readonly disk: DiskSpace;
  readonly liveBytes: LiveBytes;
  /** Keyed hash of whose bytes they are. */
  readonly hash: (subject: string) => Buffer;
  /** Longest lifetime of a visitor's secret. */
  readonly visitorTtlSeconds: number;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /** Off where nothing is limited: for benchmarks and tests on loopback. The floor of free disk stays. */
  readonly hasQuotas: boolean;
}

/** How often a refusal may make the database check again. */
const CHECK_AGAIN_MS = 2000;
const WEEK_MS = 7 * 86_400_000;
const uncounted: StoredBytes = { giveBack: () => undefined };

/**
 * Room for one more secret, decided in memory: a conceal costs no statement. Only who seems to be over a quota makes the
 * database say what is left of it.
 *
 * A network is counted under a hash that changes weekly, and no row says which secrets are whose.
 */
export function createStorageGuard(parts: StorageGuardParts): StorageGuard {
  const { disk, liveBytes, now } = parts;
  const isTooFast = breaker(now);
  const holdersOf = holders(parts);
  let checkedAt = Number.NEGATIVE_INFINITY;

  function countIn(caller: Caller, storing: Storing): StoredBytes | null {
    const known = holdersOf(caller);
    const [holder] = known;
    const quota = caller.kind === 'anonymous' ? storageQuotas.perNetwork : storageQuotas.perAccount;
    if (liveBytes.of(known) + wantedBy(storing) > quota) return null;
    return countAs(holder, storing);
  }

  function countAs(holder: string, storing: Storing): StoredBytes {
    const expiresAt = new Date(now() + storing.ttlSeconds * 1000);
    liveBytes.add(holder, expiresAt, wantedBy(storing));
    return { giveBack: () => liveBytes.add(holder, expiresAt, -wantedBy(storing)) };
  }

  async function checkAgain(caller: Caller, storing: Storing): Promise<StoredBytes> {
    if (now() - checkedAt >= CHECK_AGAIN_MS) {
      await liveBytes.refresh();
      checkedAt = now();
    }
    const counted = countIn(caller, storing);
    if (counted === null) throw new StorageQuotaReached(storageQuotas.retryAfterSeconds);
    return counted;
  }

  function refuseFullDisk(): void {
    if (!disk.hasRoom()) throw new OutageError('disk', { retryAfterSeconds: 60 });
  }

  return {
    admit(caller, storing) {
      refuseFullDisk();
      if (!parts.hasQuotas) return uncounted;
      if (caller.kind === 'anonymous' && isTooFast()) throw new OutageError('breaker', { retryAfterSeconds: 1 });
      return countIn(caller, storing) ?? checkAgain(caller, storing);
    },
    count(ownerRef, storing) {
      refuseFullDisk();
      return ownerRef === null || !parts.hasQuotas ? uncounted : countAs(accountHolder(parts, ownerRef), storing);
    },
  };
}

const wantedBy = ({ bytes }: Storing) => bytes + storageQuotas.rowBytes;

/** Whether more came within this second than one process should store. */
function breaker(now: () => number): () => boolean {
  let second = 0;
  let came = 0;
  return () => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      second = current;
      came = 0;
    }
    came += 1;
    return came > storageQuotas.perSecond;
  };
}

type Hash = Pick<StorageGuardParts, 'hash'>;
const holderOf = ({ hash }: Hash, subject: string) => hash(subject).subarray(0, 16).toString('hex');
const accountHolder = (parts: Hash, accountRef: string) => holderOf(parts, `live:${accountRef}`);

type Holders = readonly [string, ...string[]];
const REMEMBERED = 10_000;

/** The hash of this week, and of those from which secrets may still wait. */
function holders(parts: StorageGuardParts): (caller: Caller) => Holders {
  const { visitorTtlSeconds, now } = parts;
  const remembered = new Map<string, Holders>();
  const before = Math.ceil((visitorTtlSeconds * 1000) / WEEK_MS);
  let week = 0;
  return (caller) => {
    const current = Math.floor(now() / WEEK_MS);
    if (current !== week || remembered.size >= REMEMBERED) remembered.clear();
    week = current;
    const who = caller.kind === 'anonymous' ? caller.network : caller.accountRef;
    const known = remembered.get(who);
    if (known !== undefined) return known;
    const earlier = Array.from({ length: before }, (_, index) => holderOf(parts, `live:${current - 1 - index}:${who}`));
    const found: Holders =
      caller.kind === 'anonymous'
        ? [holderOf(parts, `live:${current}:${who}`), ...earlier]
        : [accountHolder(parts, who)];
    remembered.set(who, found);
    return found;
  };
}
