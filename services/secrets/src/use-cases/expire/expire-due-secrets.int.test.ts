import { metaField } from '@onceover/event-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgePastRows } from '../../adapters/postgres/purge.ts';
import { anonymous } from '../../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const conceal = (change = {}) => secrets.useCases.concealSecret(aShare(change), anonymous());
const lookupOf = (secretKey: string) => secrets.parts.ports.keys.lookupOf(secretKey);
const age = (secretKey: string) => secrets.endLifetime(lookupOf(secretKey));

test('a secret whose lifetime is over expires with one event, and its content goes', async () => {
  const { secretKey } = await conceal({ idempotencyKey: aToken() });
  const { secretKey: living } = await conceal();
  await age(secretKey);
  expect(await secrets.expireDue()).toBe(1);
  expect(await secrets.expireDue()).toBe(0);
  const [row] = await secrets.rows(
    `select s.state, s.linkbox, s.wshard, s.ended_at is not null as is_dated,
       (select count(*)::int from secrets.secret_content where lookup = $1) as contents,
       (select count(*)::int from secrets.create_replay where lookup = $1) as replays,
       (select array_agg(type order by version) from secrets.events where stream_id = s.secret_id) as events,
       (select ${metaField('actorKind')} from secrets.events e where stream_id = s.secret_id and version = 2) as actor, s.version
     from secrets.secret s where s.lookup = $1`,
    [lookupOf(secretKey)],
  );
  expect(row).toEqual({
    state: 'expired',
    linkbox: null,
    wshard: null,
    is_dated: true,
    contents: 0,
    replays: 0,
    events: ['secret.created', 'secret.expired'],
    actor: 'system',
    version: 2,
  });
  expect((await secrets.useCases.revealSecret(aReveal(living), anonymous())).value).toBe('tea at 5?');
});

test('hundreds expire in one sweep', async () => {
  await Promise.all(Array.from({ length: 450 }, () => conceal()));
  await secrets.endLifetime();
  expect(await secrets.expireDue()).toBe(450);
});

test('two sweepers at once expire each secret once', async () => {
  await Promise.all(Array.from({ length: 100 }, () => conceal()));
  await secrets.endLifetime();
  const expired = await Promise.all([secrets.expireDue(), secrets.expireDue()]);
  expect(expired.reduce((sum, each) => sum + each, 0)).toBe(100);
  const [row] = await secrets.rows(
    `select count(*)::int as doubles from (
       select stream_id from secrets.events where type = 'secret.expired' group by 1 having count(*) > 1) d`,
  );
  expect(row).toEqual({ doubles: 0 });
});

test('a row that came back from the dead ends no second time, and the sweep goes on', async () => {
  const { secretKey, metadata } = await conceal();
  await secrets.useCases.burnSecret(aBurn(metadata.key), anonymous());
  const { secretKey: due } = await conceal();
  await age(due);
  await secrets.rows(
    `with risen as (
       update secrets.secret set state = 'new', version = 1, ended_at = null, expires = clock_timestamp()
       where lookup = $1 returning lookup, expires
     )
     insert into secrets.secret_content (lookup, ct, expires) select lookup, '', expires from risen`,
    [lookupOf(secretKey)],
  );
  expect(await secrets.expireDue()).toBe(1);
  const [row] = await secrets.rows(
    `select array_agg(e.type order by e.version) as events from secrets.events e
     join secrets.secret s on s.secret_id = e.stream_id where s.lookup = $1`,
    [lookupOf(secretKey)],
  );
  expect(row).toEqual({ events: ['secret.created', 'secret.burned'] });
});

test('repeats, replayable answers, counted attempts and old metadata go when their time is over', async () => {
  const { secretKey } = await conceal({ idempotencyKey: aToken(), passphrase: 'plum' });
  const wrong = aReveal(secretKey, { passphrase: 'pear' });
  await expect(secrets.useCases.revealSecret(wrong, anonymous())).rejects.toThrow();
  const { secretKey: other } = await conceal({ idempotencyKey: aToken() });
  await secrets.useCases.revealSecret(aReveal(other, { claimToken: aToken() }), anonymous());
  const count = async () => {
    const [row] = await secrets.rows<Record<string, number>>(
      `select (select count(*)::int from secrets.redelivery) as repeats,
         (select count(*)::int from secrets.create_replay) as replays,
         (select count(*)::int from secrets.attempt) as attempts,
         (select count(*)::int from secrets.secret where lookup = $1) as secrets`,
      [lookupOf(secretKey)],
    );
    return row;
  };
  await purgePastRows(secrets.parts.pool);
  expect(await count()).toEqual({ repeats: 1, replays: 1, attempts: 1, secrets: 1 });
  await secrets.rows(`update secrets.redelivery set until = clock_timestamp()`);
  await secrets.rows(`update secrets.create_replay set until = clock_timestamp()`);
  await secrets.rows(`update secrets.attempt set window_start = window_start - interval '600 s'`);
  await secrets.rows(`update secrets.secret set until = clock_timestamp()`);
  await purgePastRows(secrets.parts.pool);
  expect(await count()).toEqual({ repeats: 0, replays: 0, attempts: 0, secrets: 1 });
  await age(secretKey);
  await secrets.expireDue();
  await purgePastRows(secrets.parts.pool);
  expect(await count()).toEqual({ repeats: 0, replays: 0, attempts: 0, secrets: 0 });
});
