import { createDoorbell } from '@onceover/event-bus';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { startNotifications } from '../../service.ts';
import { startTestNotifications } from '../../test-support/test-notifications.ts';

test('with two processes, one of which stops in the middle, every event is in the feed once and without gaps', async () => {
  await using first = await startTestNotifications();
  const { config, database, owners, requests, rows } = first;
  const deps = { database, ask: owners.ask, doorbell: createDoorbell(), siteOrigin: () => 'https://onceover.test' };
  await using _second = await startNotifications(config, deps);
  const [nina, tom] = [newId(), newId()];
  const happen = async (times: number) => {
    for (let made = 0; made < times; made += 1) {
      await requests.append('secrets', 'secret.created', { kind: 'share' }, { tenantRef: made % 2 === 0 ? nina : tom });
      await requests.append('accounts', 'domain.verified', {}, { tenantRef: nina });
    }
  };
  await happen(20);
  await Promise.all([happen(20), first.service[Symbol.asyncDispose]()]);
  await happen(10);
  await eventually(
    async () => {
      expect(
        await rows(
          `select account_ref = $1 as is_nina, log, count(*)::int, min(seq)::int, max(seq)::int, count(distinct event_id)::int as events
             from notifications.account_feed group by account_ref, log order by log, is_nina`,
          [nina],
        ),
      ).toEqual([
        { is_nina: true, log: 'accounts', count: 50, min: 1, max: 50, events: 50 },
        { is_nina: false, log: 'secrets', count: 25, min: 1, max: 25, events: 25 },
        { is_nina: true, log: 'secrets', count: 25, min: 1, max: 25, events: 25 },
      ]);
    },
    { withinMs: 25_000 },
  );
});
