import { runRebuildCommand } from '@onceover/event-bus/cli';
import { deskTenant } from '@onceover/schema/events/tenants';
import { reportBounce } from '@onceover/schema/internal/report-bounce';
import { newId } from '@onceover/service-kit/ids';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNotificationsEventTools } from '../../cli.ts';
import { bounceReport } from '../../test-support/bounce-reports.ts';
import { envelopes } from '../../test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
afterAll(() => notifications[Symbol.asyncDispose]());

const tables = ['account_feed', 'account_feed_heads', 'account_feed_secrets', 'account_feed_erased'];
const all = async () => {
  const found: unknown[] = [];
  for (const table of tables) {
    found.push(
      ...(await notifications.rows(
        `select '${table}' as "table", to_jsonb(t) - 'written' as row from notifications.${table} t order by 2`,
      )),
    );
  }
  return found;
};

async function rebuild(): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const service = await openNotificationsEventTools(notifications, stack);
  const printed: string[] = [];
  const deps = { open: async () => ({ services: [service] }), write: (line: string) => void printed.push(line) };
  expect(await runRebuildCommand(['notifications.account_feed'], deps)).toBe(0);
  return printed;
}

async function comeBack(deliveryIds: readonly string[]): Promise<void> {
  await notifications.drain();
  for (const deliveryId of deliveryIds) {
    const message = bounceReport('postfix', { deliveryId, to: 'reader@example.test', status: '5.2.2' });
    await notifications.ask(reportBounce, { message: Buffer.from(message).toString('base64') });
  }
}

const step = fc.record({
  account: fc.nat({ max: 2 }),
  does: fc.constantFrom('share', 'verify', 'submit', 'email', 'mail-link', 'return', 'open', 'domain', 'erase'),
});

test('the feed is numbered without gaps whatever happens, and made anew it is the same, row by row', async () => {
  const { requests, drain, owner, rows } = notifications;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const accounts = [newId(), newId(), deskTenant];
      const mailed: string[] = [];
      const open: { tenantRef: string; streamId: string; after: number }[] = [];
      const created = async (tenantRef: string, kind: string) => {
        const streamId = newId();
        await requests.append('secrets', 'secret.created', { kind }, { tenantRef, streamId });
        open.push({ tenantRef, streamId, after: 1 });
      };
      for (const { account, does } of steps) {
        const tenantRef = accounts[account] ?? newId();
        const isDesk = tenantRef === deskTenant;
        if (does === 'share' && !isDesk) await created(tenantRef, 'share');
        if (does === 'verify' && !isDesk) await created(tenantRef, 'verification');
        if (does === 'submit') {
          await created(tenantRef, 'incoming');
          const about = open.at(-1);
          if (about === undefined) continue;
          const data = { secretId: about.streamId, inDigest: false };
          mailed.push(await requests.request(envelopes.incoming, { about, data }));
          about.after = 2;
        }
        if (does === 'email' && !isDesk) await requests.request(envelopes['verify-account'], { about: { tenantRef } });
        if (does === 'mail-link' && !isDesk) {
          mailed.push(await requests.request(envelopes['secret-link'], { about: { tenantRef } }));
        }
        if (does === 'return') {
          await comeBack(mailed.splice(0));
        }
        const known = does === 'open' ? open.shift() : undefined;
        if (known !== undefined) await requests.append('secrets', 'secret.received', {}, known);
        if (does === 'domain' && !isDesk) await requests.append('accounts', 'domain.verified', {}, { tenantRef });
        if (does === 'erase' && !isDesk)
          await requests.append('accounts', 'account.erased', { accountRef: tenantRef }, { tenantRef });
      }
      await drain();
      const gaps = await rows(
        `select account_ref, log from notifications.account_feed group by account_ref, log
           having count(*) <> max(seq) - min(seq) + 1 or max(seq) <> (
             select h.seq from notifications.account_feed_heads h
             where h.account_ref = account_feed.account_ref and h.log = account_feed.log)`,
      );
      expect(gaps).toEqual([]);
    }),
    { numRuns: 8, endOnFailure: true },
  );
  await comeBack([await requests.request(envelopes['secret-link'], { about: { tenantRef: newId() } })]);
  await drain();
  expect(await rows(`select from notifications.account_feed where kind = 'email-bounced'`)).not.toEqual([]);
  const live = await all();
  expect(live.length).toBeGreaterThan(10);
  await owner.query(`update notifications.account_feed set kind = 'lost' where seq % 2 = 0`);
  await owner.query('delete from notifications.account_feed where seq % 3 = 0');
  await owner.query('delete from notifications.account_feed_secrets');
  expect(await rebuild()).toHaveLength(1);
  expect(await all()).toEqual(live);
});

test('numbers go on where they were although the logs have forgotten how they began', async () => {
  const { requests, drain, owner, rows } = notifications;
  const tenantRef = newId();
  for (let made = 0; made < 3; made += 1) await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  await owner.query('update notifications.account_feed_heads set seq = 40, cut = 38 where account_ref = $1', [
    tenantRef,
  ]);
  await rebuild();
  expect(
    await rows('select seq::int from notifications.account_feed where account_ref = $1 order by seq', [tenantRef]),
  ).toEqual([{ seq: 39 }, { seq: 40 }]);
  await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  expect(
    await rows('select max(seq)::int as seq from notifications.account_feed where account_ref = $1', [tenantRef]),
  ).toEqual([{ seq: 41 }]);
});
