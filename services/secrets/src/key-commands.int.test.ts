import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMeta } from '@onceover/event-store';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmSecretKeyLoss, recordKeysMove, replaceSecretKek } from './cli.ts';
import { startTestSecrets, type TestSecrets } from './test-support/test-secrets.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const command = () => {
  const { config, database } = secrets;
  return { config, database, dataDir: mkdtempSync(join(tmpdir(), 'onceover-data-')), write: () => undefined };
};
const recordedOf = async (action: string) =>
  (
    await secrets.rows<{ tenant: string; data: object; meta: object }>(
      `select tenant_ref as tenant, data, meta from secrets.events
       where type = 'operator.action_taken' and data->>'action' = $1 order by pos`,
      [action],
    )
  ).map(({ tenant, data, meta }) => ({ tenant, data, surface: readMeta(meta).surface }));
const told = (action: string, reasonCode: string) => ({
  tenant: operatorTenant,
  surface: 'cli',
  data: { operatorRef: null, action, targetKind: 'keys', targetRef: 'secrets', reasonCode },
});

test('whoever gives up keys on the command line leaves an operator event that says why', async () => {
  await confirmSecretKeyLoss(command(), { isRestored: false });
  await confirmSecretKeyLoss(command(), { isRestored: true });
  expect(await recordedOf('keys_given_up')).toEqual([told('keys_given_up', 'lost'), told('keys_given_up', 'restored')]);
});

test('whoever replaces the key-encryption key leaves an operator event', async () => {
  await replaceSecretKek(command());
  expect(await recordedOf('kek_replaced')).toEqual([told('kek_replaced', 'command-line')]);
});

test('whoever says that the database was moved leaves an operator event', async () => {
  await recordKeysMove(command());
  expect(await recordedOf('keys_moved')).toEqual([told('keys_moved', 'command-line')]);
});
