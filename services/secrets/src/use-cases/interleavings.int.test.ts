import { noteProof, proofVolume } from '@onceover/testing/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../test-support/anonymous.ts';
import {
  alone,
  openParts,
  type SecretsParts,
  startTestSecrets,
  type TestSecrets,
} from '../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../test-support/wishes.ts';
import type { FailpointName } from './secret/failpoint.ts';
import { type UseCases, useCasesOf } from './use-cases.ts';

let secrets: TestSecrets;
/** A second process on the same database and keys, which stops where a case says. */
let neighbour: SecretsParts;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  secrets = stack.use(await startTestSecrets());
  neighbour = await openParts(secrets.config, { ...alone(), database: secrets.database }, stack);
});
afterAll(() => stack.disposeAsync());

interface Made {
  readonly secretKey: string;
  readonly metadataKey: string;
}

type Act = 'reveal' | 'claim' | 'burn' | 'sweep';

/** The act, by one process; what it got: the content, `burned`, or null for too late. */
async function run(act: Act, at: UseCases, { secretKey, metadataKey }: Made): Promise<string | null> {
  try {
    if (act === 'burn') return (await at.burnSecret(aBurn(metadataKey), anonymous())).state;
    if (act === 'sweep') return await expire(secretKey);
    const claimToken = act === 'claim' ? aToken() : null;
    return (await at.revealSecret(aReveal(secretKey, { claimToken }), anonymous())).value;
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === 'secret.gone' || code === 'secret.not-burnable') return null;
    throw error;
  }
}

async function expire(secretKey: string): Promise<null> {
  await secrets.endLifetime(secrets.parts.ports.keys.lookupOf(secretKey));
  await secrets.expireDue();
  return null;
}

/** The first act stops there, the second passes it, and the first goes on. */
const cases: readonly { readonly first: Act; readonly stop: FailpointName; readonly second: Act }[] = [
  ...(['reveal.parsed', 'reveal.decrypted', 'reveal.before_commit'] as const).flatMap((stop) =>
    (['reveal', 'claim', 'burn', 'sweep'] as const).map((second) => ({ first: 'reveal' as const, stop, second })),
  ),
  ...(['reveal', 'claim', 'burn', 'sweep'] as const).map((second) => ({
    first: 'burn' as const,
    stop: 'burn.before_commit' as const,
    second,
  })),
  ...(['reveal.commit_sent', 'reveal.committed', 'reveal.answering'] as const).flatMap((stop) =>
    (['claim', 'burn'] as const).map((second) => ({ first: 'claim' as const, stop, second })),
  ),
];

async function interleave({ first, stop, second }: (typeof cases)[number]) {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
  const made = { secretKey, metadataKey: metadata.key };
  const reached = Promise.withResolvers<void>();
  const passed = Promise.withResolvers<void>();
  const stopping = useCasesOf({
    ...neighbour.ports,
    failpoint: async (name) => {
      if (name !== stop) return;
      reached.resolve();
      await passed.promise;
    },
  });
  const running = run(first, stopping, made);
  await reached.promise;
  const other = await run(second, secrets.useCases, made).finally(passed.resolve);
  const outcomes = [await running, other];
  const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
  const [row] = await secrets.rows<{ state: string; endings: number }>(ENDINGS, [lookup]);
  return { outcomes, endings: row?.endings ?? 0, state: row?.state ?? 'absent' };
}

const ENDINGS = `
  select s.state, (select count(*)::int from secrets.events e where e.stream_id = s.secret_id
    and e.type in ('secret.received', 'secret.burned', 'secret.expired')) as endings
  from secrets.secret s where s.lookup = $1`;

const VOLUME = Math.max(proofVolume(cases.length), cases.length);

test('wherever one act stops while another one passes it, one of them wins, and the secret has one ending', async () => {
  const twice: string[] = [];
  const unclear: string[] = [];
  for (let turn = 0; turn < VOLUME; turn += 1) {
    const each = cases[turn % cases.length] as (typeof cases)[number];
    const { outcomes, endings, state } = await interleave(each);
    const won = outcomes.filter((outcome) => outcome !== null);
    const name = `${each.first} at ${each.stop}, ${each.second} passes`;
    if (won.filter((outcome) => outcome === 'tea at 5?').length > 1) twice.push(name);
    const expected = { received: 'tea at 5?', burned: 'burned' }[state] ?? null;
    const isClear = endings === 1 && won.length === (expected === null ? 0 : 1) && won.every((one) => one === expected);
    if (!isClear) unclear.push(`${name}: ${state}, ${endings} endings, ${outcomes.join(' and ')}`);
  }
  noteProof({
    counts: { 'interleavings forced': VOLUME },
    zero: { 'contents given twice': twice.length, 'secrets without exactly one ending': unclear.length },
  });
  expect(twice).toEqual([]);
  expect(unclear).toEqual([]);
});
