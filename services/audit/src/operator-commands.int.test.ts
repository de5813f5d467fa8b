import { readMeta } from '@onceover/event-store';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAuditCommand } from './cli.ts';
import { startTestAudit, type TestAudit } from './test-support/test-audit.ts';

let audit: TestAudit;
beforeAll(async () => {
  audit = await startTestAudit();
});
afterAll(() => audit[Symbol.asyncDispose]());

const recordedOf = async (targetRef: string) =>
  (
    await audit.rows<{ tenant: string; data: { action: string }; meta: object }>(
      `select tenant_ref as tenant, data, meta from audit.events
       where type = 'operator.action_taken' and data->>'targetRef' = $1`,
      [targetRef],
    )
  ).map(({ meta, ...event }) => ({ ...event, surface: readMeta(meta).surface }));

test('whoever counts anew or exports the trail on the command line leaves an operator event; a question that is not understood leaves none', async () => {
  const { open, drain, rows } = audit;
  const account = newId();
  const run = (...argv: string[]) => runAuditCommand(argv, { open, write: () => undefined });
  expect(await run('recount')).toBe(0);
  expect(await run('export', '--format', 'csv')).toBe(0);
  expect(await run('export', '--format', 'ndjson', '--account', account)).toBe(0);
  expect(await run('export', '--format', 'xml', '--account', newId())).toBe(2);
  const told = (action: string, targetKind: string, targetRef: string) => ({
    tenant: operatorTenant,
    surface: 'cli',
    data: { operatorRef: null, action, targetKind, targetRef, reasonCode: 'command-line' },
  });
  expect([...(await recordedOf('audit')), ...(await recordedOf(account))]).toEqual([
    told('activity_recounted', 'trail', 'audit'),
    told('trail_exported', 'trail', 'audit'),
    told('trail_exported', 'account', account),
  ]);
  await drain();
  expect(await rows(`select reason, surface from audit.entries where kind = 'operator' order by seq`)).toEqual(
    ['activity_recounted', 'trail_exported', 'trail_exported'].map((action) => ({
      reason: `${action}.command-line`,
      surface: 'cli',
    })),
  );
});
