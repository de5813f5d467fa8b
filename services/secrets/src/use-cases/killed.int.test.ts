import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { noteProof, proofVolume } from '@onceover/testing/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../test-support/test-secrets.ts';
import { aReveal, aShare, aToken } from '../test-support/wishes.ts';
import type { FailpointName } from './secret/failpoint.ts';

const RUN = fileURLToPath(new URL('../test-support/act-and-die.ts', import.meta.url));
const CONTENT = 'tea at 5?';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

interface Made {
  readonly secretKey: string;
  readonly metadataKey: string;
  readonly claimToken: string;
  readonly passphrase: string;
  readonly idempotencyKey: string;
}

interface Death {
  readonly act: 'reveal' | 'conceal' | 'burn' | 'acknowledge' | 'sweep';
  readonly point: FailpointName;
  /** What became of the secret; where the process died as it committed, one of them. */
  readonly states: readonly string[];
}

const deaths: readonly Death[] = [
  ...(
    ['reveal.parsed', 'reveal.attempt_reserved', 'reveal.deriving', 'reveal.decrypted', 'reveal.before_commit'] as const
  ).map((point) => ({ act: 'reveal' as const, point, states: ['new'] })),
  { act: 'reveal', point: 'reveal.commit_sent', states: ['new', 'received'] },
  { act: 'reveal', point: 'reveal.committed', states: ['received'] },
  { act: 'reveal', point: 'reveal.answering', states: ['received'] },
  { act: 'acknowledge', point: 'acknowledge.committed', states: ['received'] },
  { act: 'conceal', point: 'conceal.before_commit', states: ['new'] },
  { act: 'conceal', point: 'conceal.commit_sent', states: ['new'] },
  { act: 'conceal', point: 'conceal.committed', states: ['new'] },
  { act: 'burn', point: 'burn.before_commit', states: ['new'] },
  { act: 'burn', point: 'burn.committed', states: ['burned'] },
  { act: 'sweep', point: 'sweep.before_batch', states: ['new'] },
  { act: 'sweep', point: 'sweep.batch_sent', states: ['new', 'expired'] },
  { act: 'sweep', point: 'sweep.after_batch', states: ['expired'] },
];
const needsPassphrase = new Set<FailpointName>(['reveal.attempt_reserved', 'reveal.deriving']);

const open = (secretKey: string, change: Partial<Made> = {}) => {
  const { claimToken = null, passphrase = '' } = change;
  return secrets.useCases.revealSecret(aReveal(secretKey, { claimToken, passphrase }), anonymous()).then(
    ({ value }) => value,
    (error: { readonly code?: string }) => error.code ?? String(error),
  );
};

async function make({ act, point }: Death): Promise<Made> {
  const passphrase = needsPassphrase.has(point) ? 'plum' : '';
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase }), anonymous());
  const made = { secretKey, metadataKey: metadata.key, claimToken: aToken(), passphrase, idempotencyKey: aToken() };
  if (act === 'acknowledge') await open(secretKey, made);
  if (act === 'sweep') await secrets.endLifetime(secrets.parts.ports.keys.lookupOf(secretKey));
  return made;
}

/** The key of the secret that the process had acknowledged before it died. */
function kill({ act, point }: Death, made: Made): Promise<{ readonly acknowledged: string; readonly pid: number }> {
  const input = JSON.stringify({ config: secrets.config, database: secrets.database, act, point, made });
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [RUN, input], (error, stdout) => {
      if (error?.signal === 'SIGKILL') resolve({ acknowledged: stdout.trim(), pid: child.pid ?? 0 });
      else reject(error ?? new Error(`a process that was to die at ${point} lived`));
    });
  });
}

async function stateOf({ secretKey }: Made): Promise<string> {
  const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
  const [row] = await secrets.rows<{ state: string }>('select state from secrets.secret where lookup = $1', [lookup]);
  return row?.state ?? 'absent';
}

/** What the last words of the dead process still do is over when its session is. */
async function state(death: Death, made: Made): Promise<string> {
  await expect.poll(async () => death.states.includes(await stateOf(made)), { timeout: 30_000 }).toBe(true);
  return await stateOf(made);
}

const zero = {
  'acknowledged secrets lost': 0,
  'secrets revived': 0,
  'second claimants': 0,
  'claimants left without content': 0,
};

async function dieAndAsk(death: Death, seen: typeof zero, wrong: string[]): Promise<number> {
  const made = await make(death);
  const { acknowledged, pid } = await kill(death, made);
  const note = (what: keyof typeof zero) => {
    seen[what] += 1;
    wrong.push(`${death.point}: ${what}`);
  };
  if ((await open(acknowledged)) !== CONTENT) note('acknowledged secrets lost');
  if (death.act === 'conceal') {
    const { secretKey } = await secrets.useCases.concealSecret(
      aShare({ idempotencyKey: made.idempotencyKey }),
      anonymous(),
    );
    if ((await open(secretKey)) !== CONTENT) note('acknowledged secrets lost');
    return pid;
  }
  const left = await state(death, made);
  if (left !== 'new' && (await open(made.secretKey)) === CONTENT)
    note(left === 'received' ? 'second claimants' : 'secrets revived');
  if (death.act === 'reveal' && (await open(made.secretKey, made)) !== CONTENT) note('claimants left without content');
  if (death.act === 'acknowledge' && (await open(made.secretKey, made)) === CONTENT) note('secrets revived');
  if (death.act === 'burn' && left === 'new' && (await open(made.secretKey)) !== CONTENT)
    note('acknowledged secrets lost');
  if (death.act === 'sweep') await secrets.expireDue();
  if ((await open(made.secretKey)) === CONTENT) note(death.act === 'reveal' ? 'second claimants' : 'secrets revived');
  return pid;
}

test('a process that is killed at any point has lost nothing that it acknowledged, revived nothing, and let nobody second in', async () => {
  const volume = Math.max(proofVolume(deaths.length), deaths.length);
  const [seen, wrong, pids] = [{ ...zero }, [] as string[], [] as number[]];
  const all = Array.from({ length: volume }, (_, turn) => deaths[turn % deaths.length] as Death);
  // One sweep would take what another was to be killed over.
  const sweeps = all.filter(({ act }) => act === 'sweep');
  const others = all.filter(({ act }) => act !== 'sweep');
  const die = async (left: Death[]) => {
    for (let death = left.shift(); death !== undefined; death = left.shift()) {
      pids.push(await dieAndAsk(death, seen, wrong));
    }
  };
  await Promise.all([die(sweeps), die(others), die(others)]);
  const processes = pids.map((pid) => ['secrets, killed', pid] as const);
  noteProof({ counts: { 'processes killed at a point': pids.length }, zero: seen, processes });
  expect(wrong).toEqual([]);
  expect(pids).toHaveLength(volume);
});
