import { setTimeout as delay } from 'node:timers/promises';
import { OutageError } from '@onceover/service-kit/errors';
import { UnsafeKeys } from '@onceover/service-kit/keys-directory';
import { type CryptoOptions, openKeyTools } from './create-crypto.ts';
import { createEpochRotation } from './epochs/epoch-rotation.ts';
import type { RotationTools } from './epochs/epoch-steps.ts';
import { type GivenUp, giveUpKeys } from './epochs/give-up-keys.ts';
import { ensureKeys } from './keys/key-bootstrap.ts';
import { asRotator, type KeySession, queryableOf } from './keys/key-session.ts';
import { readKeyChecks, readLivingEpochs } from './keys/key-tables.ts';

const TRIES = 100;
const TRY_EVERY_MS = 100;

/** What an operator is told of the keys, by number; never a key. */
export type KeysStatus = Awaited<ReturnType<typeof readKeysStatus>>;

/** Reads, and changes nothing. */
export async function readKeysStatus(options: CryptoOptions) {
  return await withTools(options, async ({ ring, store }) => {
    const db = queryableOf(options.pool);
    await ring.reload();
    const checks = await readKeyChecks(db);
    const living = await readLivingEpochs(db);
    const waiting = await db.query<{ e: number; secrets: number }>(
      `select s.e, count(*)::int as secrets from secrets.secret s
       where s.state = 'new' and s.expires > clock_timestamp() group by s.e`,
    );
    const known = new Set(living.map(({ keyId }) => keyId));
    const numbers = new Set(living.map(({ e }) => e));
    const isAway = ring.isStoreAway();
    const keyIds = isAway ? [] : await store.listEpochKeys();
    return {
      /** Null when secrets can be created and opened; else why not. */
      sealed: ring.sealedReason(),
      /** `isThere` is null where the store does not answer. */
      keks: checks.map(({ v }) => ({ version: v, isThere: isAway ? null : ring.server.hasKek(v) })),
      epochs: living.map(({ e, state, ageSeconds }) => ({
        e,
        state,
        ageMinutes: Math.floor(ageSeconds / 60),
        isThere: isAway ? null : !ring.missingEpochs().includes(e),
        /** That wait under it. */
        secrets: waiting.find((row) => row.e === e)?.secrets ?? 0,
      })),
      /** Epoch keys that lie there and that the database does not name; 0 while nobody can see. */
      unknownEpochKeys: keyIds.filter((keyId) => !known.has(keyId)).length,
      /** Secrets that wait under epochs that are no more. */
      unreachable: waiting.reduce((sum, { e, secrets }) => (numbers.has(e) ? sum : sum + secrets), 0),
    };
  });
}

/** Gives up what is missing, as the only rotator. See `giveUpKeys`. */
export async function confirmKeyLoss(options: CryptoOptions, how: { readonly isRestored: boolean }): Promise<GivenUp> {
  return await withTools(options, async (tools) => {
    await tools.ring.prepare();
    return await asOnlyRotator(options, (session) => giveUpKeys(session, tools, how));
  });
}

/**
 * Makes the next version of the key-encryption key and a new epoch with it, to which everything that waits moves; then the
 * old version is destroyed. Interrupted, the next call or the running service goes on. Gives the new version.
 *
 * Refuses  UnsafeKeys: the key comes from a setting, or the service is sealed
 *          KeysMissing: the key in use is not there
 */
export async function replaceKek(options: CryptoOptions): Promise<number> {
  return await withTools(options, async (tools) => {
    const { store, ring } = tools;
    if (store.fixedKek !== null) throw new UnsafeKeys(fixed(store.fixedKek));
    await ring.prepare();
    await ensureKeys(options.pool, store);
    await ring.reload();
    const sealed = ring.sealedReason();
    if (sealed !== null) throw new UnsafeKeys(`The key cannot be replaced while Onceover is sealed: ${sealed}.`);
    const db = queryableOf(options.pool);
    const [inUse] = await readKeyChecks(db);
    const version = Math.max(await store.newestKek(), (inUse?.v ?? 0) + 1);
    await store.createKek(version);
    const rotation = createEpochRotation(options.pool, tools, options.epochMinutes);
    for (let tries = 1; (await rotation.rotateNow()) === 'busy'; tries += 1) await waitForRotator(tries);
    const [now] = await readKeyChecks(db);
    if (now?.v !== version) throw new UnsafeKeys(`Version ${version} was not accepted; the log says why.`);
    return version;
  });
}

const fixed = (setting: string) =>
  [
    `The key-encryption key comes from ${setting} and cannot be replaced: the keys of accounts and of emails are derived from it.`,
    'If somebody may have seen it, they still need a copy of the database and the epoch keys, which are in no backup, to open',
    'anything. Set up a new installation with another key, a new database and a new keys directory, and let this one run without',
    'new secrets until those that wait have ended. docs/OPERATIONS.md says how.',
  ].join('\n');

async function withTools<R>(options: CryptoOptions, work: (tools: RotationTools) => Promise<R>): Promise<R> {
  const tools = await openKeyTools(options, new AbortController().signal);
  try {
    return await work(tools);
  } finally {
    tools.ring[Symbol.dispose]();
    tools.store[Symbol.dispose]();
  }
}

/** A running service rotates too: waits until it is done. */
async function asOnlyRotator<R>({ pool }: CryptoOptions, work: (session: KeySession) => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    const done = await asRotator(pool, async (session) => ({ result: await work(session) }));
    if (done !== null) return done.result;
    await waitForRotator(tries);
  }
}

async function waitForRotator(tries: number): Promise<void> {
  if (tries >= TRIES) throw new OutageError('keys');
  await delay(TRY_EVERY_MS);
}
