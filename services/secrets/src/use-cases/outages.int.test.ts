import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const conceal = (change = {}) => secrets.useCases.concealSecret(aShare(change), anonymous());
const reveal = (secretKey: string, change = {}) =>
  secrets.useCases.revealSecret(aReveal(secretKey, change), anonymous());

/** Somebody else holds the secret's stream, so that a claim waits in the middle of its commit. */
async function holdStream(secretKey: string): Promise<pg.Client> {
  const holder = new pg.Client(secrets.database as pg.ClientConfig);
  await holder.connect();
  await holder.query(
    `select pg_advisory_lock(hashtextextended('secrets:stream:' || secret_id::text, 0)) from secrets.secret
     where lookup = $1`,
    [secrets.parts.ports.keys.lookupOf(secretKey)],
  );
  return holder;
}

/** The claim's connection goes away while it waits. */
const cutWaitingClaim = () =>
  eventually(async () => {
    const cut = await secrets.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%end_secrets%'`,
    );
    expect(cut).toHaveLength(1);
  });

describe('when the connection is lost during the commit', () => {
  test('a reveal withholds the content, and the same claimant finds the truth by asking again', async () => {
    const { secretKey } = await conceal({ passphrase: 'plum' });
    const wish = { claimToken: aToken(), passphrase: 'plum' };
    const holder = await holdStream(secretKey);
    const lost = reveal(secretKey, wish);
    const outcome = expect(lost).rejects.toBeInstanceOf(OutcomeUnknownError);
    await cutWaitingClaim();
    await outcome;
    await holder.end();
    const [row] = await secrets.rows(
      `select attempts, state, (select coalesce(sum(count), 0)::int from secrets.attempt a where a.lookup = s.lookup) as networks
       from secrets.secret s where lookup = $1`,
      [secrets.parts.ports.keys.lookupOf(secretKey)],
    );
    expect(row).toEqual({ attempts: 0, state: 'new', networks: 0 });
    expect((await reveal(secretKey, wish)).value).toBe('tea at 5?');
    await expect(reveal(secretKey)).rejects.toMatchObject({ code: 'secret.gone' });
  });

  test('a burn does not claim to have burned', async () => {
    const { secretKey, metadata } = await conceal();
    const holder = await holdStream(secretKey);
    const outcome = expect(secrets.useCases.burnSecret(aBurn(metadata.key), anonymous())).rejects.toBeInstanceOf(
      OutcomeUnknownError,
    );
    await cutWaitingClaim();
    await outcome;
    await holder.end();
    expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ state: 'new' });
  });
});

test('a stream that stays busy is an outage, never "gone": nothing is consumed', async () => {
  const { secretKey } = await conceal();
  const holder = await holdStream(secretKey);
  const refused = await reveal(secretKey).catch((error) => error);
  expect(refused).toBeInstanceOf(OutageError);
  expect(refused).not.toBeInstanceOf(OutcomeUnknownError);
  await holder.end();
  expect((await reveal(secretKey)).value).toBe('tea at 5?');
});

test('with its connections cut every verb works or says 503, never no, and goes on afterwards', async () => {
  const { secretKey, metadata } = await conceal();
  const cut = async () => {
    await secrets.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'onceover secrets' and pid <> pg_backend_pid()`,
    );
  };
  const verbs = [
    () => secrets.useCases.lookAtSecret(secretKey, anonymous()),
    () => secrets.useCases.showMetadata(metadata.key, anonymous()),
    () => conceal({ idempotencyKey: aToken() }),
    () => secrets.useCases.acknowledgeSecret(secretKey, aToken(), anonymous()),
  ];
  for (const verb of verbs) {
    await cut();
    const outcome = await verb().then(
      () => 'worked',
      (error) => (error instanceof OutageError ? 'outage' : String(error)),
    );
    expect(['worked', 'outage']).toContain(outcome);
  }
  await eventually(async () => expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).not.toBeNull());
  expect((await reveal(secretKey)).value).toBe('tea at 5?');
});
