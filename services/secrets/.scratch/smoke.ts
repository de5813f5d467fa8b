import { execSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import knexOf from 'knex';
import { startPostgresServer } from '/work/main/packages/postgres-server/src/index.ts';
import { randomBytes } from '/work/main/packages/service-kit/src/crypto.ts';
import * as m1 from '../migrations/20261121T160100_key_epochs.ts';
import * as m2 from '../migrations/20261121T160200_secrets.ts';
import { createCrypto } from '../src/adapters/crypto/create-crypto.ts';
import { LAYERS, sealLayer } from '../src/adapters/crypto/key-layers.ts';

const dir = mkdtempSync('/tmp/crypto-smoke-');
const pg = await startPostgresServer({ dataDir: dir + '/data' });
const { host, port, user, password, database } = pg.address;
const knex = knexOf({
  client: 'pg',
  connection: { host, port, user, password, database } as any,
  pool: { min: 0, max: 4 },
});
await knex.raw('create role onceover_secrets');
await m1.up(knex);
await m2.up(knex);
const open = () => createCrypto({ knex, keysDir: dir + '/keys', dataDir: dir + '/data', kek: null, epochMinutes: 15 });
const c = await open();
const c2 = await open();
console.log(c.keyRing.current(), c.keyRing.sealedReason(), c2.keyRing.current());
console.log(execSync(`find ${dir}/keys -printf '%m %s %p\\n'`).toString());
const keys = c.derivation.newKeys();
const binding = {
  kind: 'share',
  lookup: c.derivation.lookupOf(keys.secretKey),
  ownerRef: null,
  shareDomainId: null,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 1e6),
  hasPassphrase: false,
  isVerification: false,
  isTruncated: false,
  kdf: 1,
} as const;
const s = c.cipher.seal({ keys, plaintext: Buffer.from('hello'), passphraseKey: null, binding });
console.log(
  Object.entries(s)
    .map(([k, v]) => [k, Buffer.isBuffer(v) ? v.length : v].join('='))
    .join(' '),
);
console.log(
  c2.cipher.open({ secretKey: keys.secretKey, stored: s, passphraseKey: null, binding }).plaintext.toString(),
);
const N = 5000;
const t = performance.now();
for (let i = 0; i < N; i++) c.cipher.seal({ keys, plaintext: Buffer.alloc(1024), passphraseKey: null, binding });
console.log('seal us', ((performance.now() - t) / N) * 1000);
const t2 = performance.now();
for (let i = 0; i < N; i++) c.cipher.open({ secretKey: keys.secretKey, stored: s, passphraseKey: null, binding });
console.log('open us', ((performance.now() - t2) / N) * 1000);
const t4 = performance.now();
for (let i = 0; i < N; i++) c.derivation.newKeys();
console.log('newKeys us', ((performance.now() - t4) / N) * 1000);
// 100k shards
const n = 100_000;
const rows = [];
for (let i = 0; i < n; i++) {
  const k = c.derivation.newKeys();
  const lookup = c.derivation.lookupOf(k.secretKey);
  const x =
    i < 100
      ? c.cipher.seal({
          keys: k,
          plaintext: Buffer.from('x' + i),
          passphraseKey: null,
          binding: { ...binding, lookup },
        })
      : {
          epoch: 1,
          wshard: sealLayer(
            LAYERS.shard,
            { key: (c.keyRing as any).erk(1), number: 1 },
            lookup,
            Buffer.alloc(32, 7),
            randomBytes,
          ),
        };
  rows.push([lookup, x.epoch, x.wshard]);
}
for (let i = 0; i < n; i += 5000) {
  const b = rows.slice(i, i + 5000);
  await knex.raw('insert into secrets.shard (lookup,e,wshard) select * from unnest(?::bytea[], ?::int[], ?::bytea[])', [
    b.map((r) => r[0]),
    b.map((r) => r[1]),
    b.map((r) => r[2]),
  ]);
}
await knex.raw('analyze secrets.shard');
const t5 = performance.now();
console.log(await c.rotation.rotateNow(), 'ms', performance.now() - t5);
console.log(
  (await knex.raw('select e, key_id, state from secrets.epoch order by e')).rows,
  (await knex.raw('select e, count(*) from secrets.shard group by 1')).rows,
);
console.log(execSync(`find ${dir}/keys -printf '%m %s %p\\n'`).toString());
console.log(c2.keyRing.current());
await c2.keyRing.reload();
console.log(c2.keyRing.current());
const t6 = performance.now();
const pk = await c.kdf.withPlace((d) => d('plum', keys.secretKey));
console.log('kdf', performance.now() - t6, pk.length);
await c[Symbol.asyncDispose]();
await c2[Symbol.asyncDispose]();
await knex.destroy();
await pg[Symbol.asyncDispose]();
rmSync(dir, { recursive: true });
