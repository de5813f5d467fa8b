import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseConnectionString } from '@onceover/postgres-server';
import { proofVolume } from '@onceover/testing/proof';
import { startTraceCollector } from '@onceover/testing/trace-collector';
import { expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { SecretTables } from '../../support/secret-tables.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { canariesIn, canariesInFiles } from './find-canaries.ts';
import { canary } from './lives-of-secrets.ts';
import { expectNone, plant } from './plant.ts';

test('nothing that a person entered is found in tables, files, WAL, logs or traces', async () => {
  using place = temporaryPlace();
  using mails = temporaryPlace();
  let planted: Record<string, string>;
  let dump: string;
  let output: string;
  await using collector = await startTraceCollector();
  {
    await using system = spawnSystem({
      ...place,
      env: {
        ONCEOVER_LOG_LEVEL: 'trace',
        ONCEOVER_SECRETS_SWEEP_SECONDS: '1',
        // The emails themselves do carry these values; they are stored elsewhere.
        ONCEOVER_MAIL_DIR: mails.path,
        ONCEOVER_INCOMING_RECIPIENT: 'desk@example.com',
        ONCEOVER_TRACES_URL: collector.url,
        ONCEOVER_TRACES_SHARE: '1',
      },
    });
    using client = new ApiClient(await system.ready);
    const host = path.join(place.dataDir, 'postgres', 'run');
    const address = parseConnectionString(`postgres://onceover@localhost/onceover?host=${encodeURIComponent(host)}`);
    await using tables = new SecretTables(address);
    planted = await plant({ url: await system.ready, client, tables, mailDir: mails.path }, proofVolume(1));
    dump = await tables.dump();
    system.signal('SIGTERM');
    ({ output } = await system.ended);
  }
  const inTables = canariesIn(Buffer.from(dump), planted, 'tables');
  const inLogs = canariesIn(Buffer.from(output), planted, 'log');
  const inTraces = canariesIn(Buffer.from(collector.text), planted, 'traces');
  const hits = [...inTables, ...inLogs, ...inTraces, ...canariesInFiles(place.path, planted)];
  expectNone(hits, planted, 'canaries planted');
  expect(dump).toContain('secret.received');
  expect(output).toContain('/api/v2/secret/');
  expect(collector.text).toContain('/api/v2/secret/:key');

  // The search proves something only if it finds what is there.
  const control = canary('control');
  writeFileSync(path.join(place.dataDir, 'control'), `\u0000\\x${Buffer.from(control).toString('hex')}`);
  expect(canariesInFiles(place.path, { control })).toEqual([{ where: 'data/control', canary: 'control' }]);
});
