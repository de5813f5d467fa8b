import { copyFileSync, existsSync, linkSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { OutageError } from '@onceover/service-kit/errors';
import { eventually } from '@onceover/testing/eventually';
import { beforeEach, describe, expect, test } from 'vitest';
import { KeyGone } from '../../../use-cases/secret/with-loaded-keys.ts';
import { type CryptoDatabase, startCryptoDatabase } from '../testing/crypto-database.ts';
import type { SealedFixture } from '../testing/sealed-secret.ts';
import { insertShards, isShardRecoverable, openStored, shardOf, storeSecret } from '../testing/stored-secret.ts';
import type { EpochFailpoint } from './epoch-steps.ts';

let base: CryptoDatabase;

beforeEach(async () => {
  base = await startCryptoDatabase();
  return () => base[Symbol.asyncDispose]();
});

/** What every ending does to the shard. */
const endShard = 'update secrets.secret set wshard = null where lookup = $1';

/** Ends a secret, as every ending does, and keeps what a thief may have copied before. */
async function endSecret(secret: SealedFixture) {
  const copy = await shardOf(base.owner, secret);
  if (copy === null) throw new Error('the secret has ended already');
  await base.owner.query(endShard, [secret.binding.lookup]);
  return { lookup: secret.binding.lookup, copy };
}

class Crash extends Error {}

/** Stops the process when a rotation comes to the point, once `arm` was called. */
function crashAt(point: EpochFailpoint) {
  let isArmed = false;
  return {
    arm: () => {
      isArmed = true;
    },
    failpoint: (name: EpochFailpoint) => {
      if (isArmed && name === point) throw new Crash(point);
    },
  };
}

describe('a rotation', () => {
  test('keeps what lives and makes what ended unrecoverable, even for a thief with every surviving key', async () => {
    const crypto = await base.open();
    const [live, ended] = [await storeSecret(base.owner, crypto), await storeSecret(base.owner, crypto)];
    const { lookup, copy } = await endSecret(ended);
    expect(isShardRecoverable(base.keysDir, lookup, copy)).toBe(true); // the control: one epoch earlier the thief wins
    expect(await crypto.rotation.rotateNow()).toBe('rotated');
    expect(await openStored(base.owner, crypto, live)).toBe('still here');
    expect(isShardRecoverable(base.keysDir, lookup, copy)).toBe(false);
    expect(await base.epochs()).toEqual(['1:destroyed', '2:current']);
    expect(base.epochFiles()).toHaveLength(1);
  });

  test('overwrites the key before it lets go of the file', async () => {
    const crypto = await base.open();
    const [file] = base.epochFiles();
    const path = joinPath(base.keysDir, 'epoch', file ?? '');
    const key = readFileSync(path);
    const otherName = joinPath(base.keysDir, 'same-bytes-on-disk');
    linkSync(path, otherName);
    await crypto.rotation.rotateNow();
    expect(readFileSync(otherName)).toHaveLength(key.length);
    expect(readFileSync(otherName).equals(key)).toBe(false);
  });

  test('moves more rows than fit one batch, and those of redeliveries and replays that still count', async () => {
    const crypto = await base.open();
    const { keys, binding, plaintext, sealed } = await storeSecret(base.owner, crypto);
    const { secretKey } = keys;
    const others = Array.from({ length: 2100 }, (_, index) => Buffer.from(`other ${index}`));
    await insertShards(base.owner, others, { e: 1, wshard: sealed.wshard });
    const claimToken = 'a-claim-token-of-32-characters-0';
    const redelivery = crypto.cipher.sealRedelivery({ claimToken, secretKey, plaintext, binding });
    await base.owner.query(
      `insert into secrets.redelivery (lookup, token_hash, e, rblob, until, left_count)
       values ($1, 'live', 1, $2, clock_timestamp() + interval '1 minute', 3), ($1, 'over', 1, $2, clock_timestamp(), 3)`,
      [binding.lookup, redelivery.rblob],
    );
    const asked = { idempotencyKey: 'a-key-of-a-client', lookup: binding.lookup, fields: Buffer.from('fields') };
    const replay = crypto.cipher.sealReplay({ ...asked, answer: Buffer.from('links') });
    await base.owner.query(
      `insert into secrets.create_replay (key_hash, lookup, e, sealed, until)
       values ('live', $1, 1, $2, clock_timestamp() + interval '1 minute')`,
      [binding.lookup, replay.sealed],
    );
    await crypto.rotation.rotateNow();

    const { rows: blobs } = await base.owner.query<{ token: string; e: number; rblob: Buffer }>(
      `select convert_from(token_hash, 'utf8') as token, e, rblob from secrets.redelivery order by 1`,
    );
    expect(blobs.map(({ token, e }) => `${token}:${e}`)).toEqual(['live:2', 'over:1']);
    const rblob = blobs[0]?.rblob ?? Buffer.alloc(0);
    expect(crypto.cipher.openRedelivery({ claimToken, secretKey, epoch: 2, rblob, binding }).equals(plaintext)).toBe(
      true,
    );
    const { rows: answers } = await base.owner.query<{ epoch: number; sealed: Buffer }>(
      'select e as epoch, sealed from secrets.create_replay',
    );
    const answer = crypto.cipher.openReplay({ ...asked, ...(answers[0] ?? replay) });
    expect(answer.kind === 'opened' && answer.answer.toString()).toBe('links');
    // The 2,100 others never opened under their own names: they are set aside, reported, and hold nothing up.
    const { rows: counts } = await base.owner.query<{ e: number; n: number }>(
      'select e, count(*)::int as n from secrets.secret group by e order by e',
    );
    expect(counts).toEqual([
      { e: -1, n: 2100 },
      { e: 2, n: 1 },
    ]);
    expect(base.logged).toContainEqual(
      expect.objectContaining({ level: 'error', fields: { table: 'secret', epoch: 1, rows: 2100 } }),
    );
  });

  test('goes on behind as many rows as one batch reads that need nothing', async () => {
    const crypto = await base.open();
    const live = await storeSecret(base.owner, crypto);
    const before = Array.from({ length: 1000 }, (_, index) => Buffer.from([0, index >> 8, index & 255]));
    await insertShards(base.owner, before, { e: 7, wshard: live.sealed.wshard });
    await crypto.rotation.rotateNow();
    expect(await openStored(base.owner, crypto, live)).toBe('still here');
    expect((await shardOf(base.owner, live))?.e).toBe(2);
  });

  test('waits for a writer that still uses the old epoch, and moves what it wrote', async () => {
    const crypto = await base.open();
    const secret = await storeSecret(base.owner, crypto);
    const shard = await endSecret(secret); // written again below, by the slow writer
    const writer = await base.owner.connect();
    try {
      await writer.query(`begin; select pg_advisory_xact_lock_shared(hashtextextended('secrets:epoch:1', 0))`);
      let isDone = false;
      const rotation = crypto.rotation.rotateNow().finally(() => {
        isDone = true;
      });
      await eventually(async () => expect(await base.epochs()).toEqual(['1:retiring', '2:current']));
      const { lookup, copy } = shard;
      await writer.query('delete from secrets.secret where lookup = $1', [lookup]);
      await insertShards(writer, [lookup], copy);
      expect(isDone).toBe(false);
      await writer.query('commit');
      expect(await rotation).toBe('rotated');
    } finally {
      writer.release(true);
    }
    expect(await openStored(base.owner, crypto, secret)).toBe('still here');
  });

  test('does not wait for a row that a claim holds; the row is moved or deleted when the claim is done', async () => {
    const crypto = await base.open();
    const [claimed, live] = [await storeSecret(base.owner, crypto), await storeSecret(base.owner, crypto)];
    const claim = await base.owner.connect();
    try {
      await claim.query('begin');
      await claim.query(endShard, [claimed.binding.lookup]);
      const rotation = crypto.rotation.rotateNow();
      await eventually(async () => expect((await shardOf(base.owner, live))?.e).toBe(2));
      expect(base.epochFiles()).toHaveLength(2);
      await claim.query('rollback'); // the claim failed: the secret lives on
      expect(await rotation).toBe('rotated');
    } finally {
      claim.release(true);
    }
    expect(await openStored(base.owner, crypto, claimed)).toBe('still here');
  });
});

describe('when a rotation is due', () => {
  test('a young epoch stays, an old one is replaced', async () => {
    const crypto = await base.open();
    await base.age(14.9);
    expect(await crypto.rotation.rotateIfDue()).toBe('idle');
    await base.age(0.2);
    expect(await crypto.rotation.rotateIfDue()).toBe('rotated');
    expect(crypto.keyRing.current().epoch).toBe(2);
  });

  test('an epoch that grew old while the server was off is replaced before the first request', async () => {
    const before = await base.open();
    const { lookup, copy } = await endSecret(await storeSecret(base.owner, before));
    await before[Symbol.asyncDispose]();
    await base.age(60);
    const after = await base.open();
    expect(after.keyRing.current().epoch).toBe(2);
    expect(isShardRecoverable(base.keysDir, lookup, copy)).toBe(false);
  });

  test('the process checks by itself', async () => {
    await base.open({ watchEveryMs: 20 });
    await base.age(16);
    await eventually(async () => expect(await base.epochs()).toEqual(['1:destroyed', '2:current']));
  });
});

describe('several processes', () => {
  test('rotate once: one is the rotator, the others go on', async () => {
    const crypts = await Promise.all([base.open(), base.open(), base.open()]);
    const [first] = crypts;
    const secrets = await Promise.all(Array.from({ length: 20 }, () => storeSecret(base.owner, first)));
    await base.age(16);
    const outcomes = await Promise.all(crypts.map((crypto) => crypto.rotation.rotateIfDue()));
    expect(outcomes.filter((outcome) => outcome === 'rotated')).toHaveLength(1);
    expect(await base.epochs()).toEqual(['1:destroyed', '2:current']);
    for (const crypto of crypts) {
      for (const secret of secrets) expect(await openStored(base.owner, crypto, secret)).toBe('still here');
    }
  });

  test('never have more than two living keys, however often they rotate at once', async () => {
    const crypts = await Promise.all([base.open(), base.open()]);
    const secret = await storeSecret(base.owner, crypts[0]);
    let mostFiles = 0;
    const timer = setInterval(() => {
      mostFiles = Math.max(mostFiles, keyFileCount());
    }, 1);
    for (let round = 0; round < 5; round += 1) await Promise.all(crypts.map((crypto) => crypto.rotation.rotateNow()));
    clearInterval(timer);
    expect(mostFiles).toBeGreaterThan(0);
    expect(mostFiles).toBeLessThanOrEqual(2);
    for (const crypto of crypts) expect(await openStored(base.owner, crypto, secret)).toBe('still here');
  });

  test('a process that missed a rotation forgets the old key when it checks', async () => {
    const [rotator, late] = [await base.open(), await base.open()];
    const { keys, sealed, binding } = await storeSecret(base.owner, late);
    await rotator.rotation.rotateNow();
    const old = { secretKey: keys.secretKey, stored: sealed, passphraseKey: null, binding };
    expect(late.cipher.open(old).kind).toBe('opened'); // it still holds the key, for at most five seconds
    await late.keyRing.reload();
    expect(() => late.cipher.open(old)).toThrow(KeyGone);
    expect(late.keyRing.current().epoch).toBe(2);
  });
});

describe.each(['E1', 'E2', 'E3', 'E4', 'E5'] as const)('after a crash at %s', (point) => {
  test('everything that lives opens, and what ended is dead once the next rotator is done', async () => {
    const { arm, failpoint } = crashAt(point);
    const crashing = await base.open({ failpoint });
    const live = await Promise.all(Array.from({ length: 5 }, () => storeSecret(base.owner, crashing)));
    const { lookup, copy } = await endSecret(await storeSecret(base.owner, crashing));
    arm();
    await expect(crashing.rotation.rotateNow()).rejects.toThrow(Crash);
    for (const secret of live) expect(await openStored(base.owner, crashing, secret)).toBe('still here');
    await crashing[Symbol.asyncDispose]();

    const next = await base.open();
    for (const secret of live) expect(await openStored(base.owner, next, secret)).toBe('still here');
    if (point === 'E1') {
      // Not at boot: another process might be between the file and the row. Only a rotator knows, under its lock.
      expect(base.epochFiles()).toHaveLength(2);
      await next.rotation.rotateNow();
    }
    expect(base.epochFiles()).toHaveLength(1);
    expect(await base.epochs()).toEqual(['1:destroyed', '2:current']);
    expect(isShardRecoverable(base.keysDir, lookup, copy)).toBe(false);
    for (const secret of live) expect(await openStored(base.owner, next, secret)).toBe('still here');
  });
});

test('a rotator that loses its connection commits nothing more; the next one finishes', async () => {
  let isCut = false;
  const crypto = await base.open({
    failpoint: async (name) => {
      if (name !== 'E3' || isCut) return;
      isCut = true;
      await base.owner.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
         and (classid::bigint << 32 | objid::bigint) = hashtextextended('secrets:keys:rotator', 0)`,
      );
    },
  });
  const secret = await storeSecret(base.owner, crypto);
  await expect(crypto.rotation.rotateNow()).rejects.toThrow(OutageError);
  expect(await base.epochs()).toEqual(['1:retiring', '2:current']);
  expect(base.epochFiles()).toHaveLength(2);
  expect(await crypto.rotation.rotateIfDue()).toBe('idle'); // nothing was due but to finish
  expect(await base.epochs()).toEqual(['1:destroyed', '2:current']);
  expect(await openStored(base.owner, crypto, secret)).toBe('still here');
});

test('a process that stops does not wait for its rotation, and the next one finishes it', async () => {
  const claim = await base.owner.connect();
  const stopping = await base.open({ watchEveryMs: 20 });
  const secret = await storeSecret(base.owner, stopping);
  try {
    await claim.query('begin');
    await claim.query('select from secrets.secret where lookup = $1 for update', [secret.binding.lookup]);
    await base.age(16);
    await eventually(async () => expect(await base.epochs()).toEqual(['1:retiring', '2:current']));
    await stopping[Symbol.asyncDispose]();
    expect(await base.epochs()).toEqual(['1:retiring', '2:current']);
  } finally {
    claim.release(true);
  }
  const next = await base.open();
  expect(await base.epochs()).toEqual(['1:destroyed', '2:current']);
  expect(await openStored(base.owner, next, secret)).toBe('still here');
});

describe('the canary', () => {
  test('says so when a destroyed key is still somewhere', async () => {
    const directory = joinPath(base.keysDir, 'epoch');
    const copy = joinPath(base.keysDir, 'copy');
    const crypto = await base.open({
      failpoint: (name) => {
        // Somebody's copy of the key comes back just after the key was destroyed.
        if (name === 'E5' && existsSync(copy)) renameSync(copy, joinPath(directory, `${'c'.repeat(26)}.key`));
      },
    });
    copyFileSync(joinPath(directory, base.epochFiles()[0] ?? ''), copy);
    await crypto.rotation.rotateNow();
    expect(base.logged).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'a destroyed epoch can still be opened' }),
    );
    await crypto.rotation.rotateNow(); // the stray copy is an orphan, and destroyed as one
    expect(base.epochFiles()).toHaveLength(1);
  });

  test('is silent otherwise', async () => {
    const crypto = await base.open();
    await crypto.rotation.rotateNow();
    expect(base.logged.map((line) => `${line.level}: ${line.message}`)).toEqual(['info: an epoch key was destroyed']);
  });
});

function keyFileCount(): number {
  return readdirSync(joinPath(base.keysDir, 'epoch')).filter((name) => name.endsWith('.key')).length;
}
