import { type CheckEvents, writeMeta } from '@onceover/event-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous } from '../../../test-support/anonymous.ts';
import { aCustomer } from '../../../test-support/customer.ts';
import { startTestSecrets, type TestSecrets } from '../../../test-support/test-secrets.ts';
import { aReveal, aShare, aToken } from '../../../test-support/wishes.ts';
import { createPostgresGeneratedValues } from './generated-values.ts';
import { createPostgresRedeliveries } from './redeliveries.ts';
import { createPostgresRefusedOpenings } from './refused-openings.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

/** Every event that was checked, as it would be written. */
let checked: object[] = [];
beforeEach(() => {
  checked = [];
});
const check: CheckEvents = ({ events }, meta) =>
  void checked.push(...events.map((event) => ({ ...event, meta: JSON.parse(writeMeta(meta)) })));
const ignore = () => undefined;
const listeners = { check, onCommitted: ignore, onFailed: ignore };

const written = (secretId: string, type: string) =>
  secrets.rows(
    `select e.type, e.schema_ver as "schemaVersion", e.data, e.meta from secrets.events e
     where e.stream_id = $1 and e.type = $2 order by e.version`,
    [secretId, type],
  );

test('of refused openings exactly those events are checked that are written, with the count that the database found', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), aCustomer());
  const binding = { lookup: secrets.parts.ports.keys.lookupOf(secretKey), ownerRef: null };
  const wrong = { secret: { secretId: metadata.secretId, binding }, reason: 'wrong-passphrase' } as const;
  const refusedOpenings = createPostgresRefusedOpenings(secrets.parts.pool, listeners);
  for (let tries = 0; tries < 12; tries += 1)
    await refusedOpenings.record({ ...wrong, caller: anonymous(`network ${tries}`) });
  const events = await written(metadata.secretId, 'secret.opening_refused');
  expect(events).toMatchObject([{ data: { count: 1 } }, { data: { count: 10 } }]);
  expect(checked).toEqual(events);
});

test.each([
  ['somebody', 'authenticated_other'],
  ['its creator', 'creator'],
])('that content arrived is checked as it is written, also where %s says so', async (_whose, kind) => {
  const owner = aCustomer();
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), owner);
  const claimToken = aToken();
  await secrets.useCases.revealSecret(aReveal(secretKey, { claimToken }), anonymous());
  const redeliveries = createPostgresRedeliveries(secrets.parts.pool, listeners);
  await secrets
    .using({ redeliveries })
    .acknowledgeSecret(secretKey, claimToken, kind === 'creator' ? owner : aCustomer());
  const [event] = await written(metadata.secretId, 'secret.delivery_confirmed');
  expect(event).toMatchObject({ meta: { k: kind } });
  expect(checked).toContainEqual(event);
});

test('that a generated value was shown is checked as it is written', async () => {
  const { metadata } = await secrets.useCases.concealSecret(aShare({ kind: 'generate' }), anonymous());
  const generatedValues = createPostgresGeneratedValues(secrets.parts.pool, listeners);
  await secrets.using({ generatedValues, generatedValueAgain: 60 }).showGeneratedValue(metadata.key, aCustomer());
  const [event] = await written(metadata.secretId, 'secret.generated_value_shown');
  expect(event).toMatchObject({ data: {}, meta: { k: 'authenticated_other' } });
  expect(checked).toContainEqual(event);
});
