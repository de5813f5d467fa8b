import { setTimeout as sleep } from 'node:timers/promises';
import { connectionString } from '@onceover/postgres-server';
import { expect } from 'vitest';
import { migratedDatabase } from '../../../support/fresh-database.ts';
import { People } from '../../../support/people.ts';
import { SecretTables } from '../../../support/secret-tables.ts';
import { spawnSystem } from '../../../support/spawn-system.ts';
import { startEmbeddedSystem } from '../../../support/start-embedded-system.ts';
import { temporaryPlace } from '../../../support/temporary-place.ts';
import type { TestSystem } from '../../../support/test-system.ts';
import { Bystander, type Visits } from './bystander.ts';
import { CostMeter } from './cost.ts';

/** The real program as its own process, with a bystander who is there all the time. */
export interface AttackedProgram<Cast> extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly mailDir: string;
  readonly tables: SecretTables;
  readonly database: TestSystem['database'];
  /** Who was there before the attack. Their browsers know another address: `browser.copy(url)`. */
  readonly cast: Cast;
  /** Everything that it has logged. */
  readonly output: string;
  /** The lines among them that say that something is wrong with it. No attack may cause one. */
  readonly faults: readonly string[];
  /**
   * Runs an attack, which says how many requests were refused, and prints in one line what each cost and what the bystander noticed. Fails if
   * the bystander was refused anything, or if the program's memory grew beyond `mostMegabytes`.
   */
  attack(name: string, attack: () => Promise<Done>, mostMegabytes?: number): Promise<void>;
}

export interface AttackedOptions<Cast> {
  readonly env?: Readonly<Record<string, string>>;
  /** Makes the people who are there before the attack, in a place without limits. */
  readonly prepare: (people: People, system: TestSystem) => Promise<Cast>;
}

/** How many requests were refused; or answered, where that is right. */
export type Done = number | { readonly answered: number };

const WARM_MS = 1_000;
const QUIET_MS = 2_500;
/** So long the bystander goes on at least, however short the attack. */
const LEAST_MS = 700;
/** Generous: what is collected later counts as well. */
const MOST_MEGABYTES = 200;

/** Starts it on a database where some people are; `door` names it in what is printed. */
export async function startAttacked<Cast>(
  door: string,
  { env = {}, prepare }: AttackedOptions<Cast>,
): Promise<AttackedProgram<Cast>> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(temporaryPlace());
  const { address } = stack.use(await migratedDatabase());
  const mailDir = `${place.path}/mail`;
  const shared = { ...env, ONCEOVER_KEYS_DIR: place.keysDir, ONCEOVER_MAIL_DIR: mailDir };
  const cast = await before(shared, address, prepare);
  const program = stack.use(
    spawnSystem({
      ...place,
      env: {
        ONCEOVER_DATABASE_URL: connectionString(address),
        ONCEOVER_TRUSTED_PROXIES: '127.0.0.1',
        ONCEOVER_SIGNUP_PLANS: 'basic,identity',
        ...shared,
      },
    }),
  );
  const url = await program.ready;
  const bystander = stack.use(new Bystander(url));
  const cost = new CostMeter(program.pid);
  // Code is compiled and memory is taken at first; neither is the attack's.
  await bystander.during(() => sleep(WARM_MS));
  const { cpu, result } = await cost.of(() => bystander.during(() => sleep(QUIET_MS)));
  const quiet = { ...result.visits, cpuEach: cpu / result.visits.requests };
  const seen = { cost, bystander, quiet };
  const tables = stack.use(new SecretTables(address));
  const owned = stack.move();
  return {
    url,
    pid: program.pid,
    mailDir,
    tables,
    database: address,
    cast,
    get output() {
      return program.output;
    },
    get faults() {
      return program.output.split('\n').filter((line) => /"level":"(?:error|fatal)"/.test(line));
    },
    attack: (name, attack, mostMegabytes) => attacked({ name: `${door}: ${name}`, attack, mostMegabytes }, seen),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

interface Seen {
  readonly cost: CostMeter;
  readonly bystander: Bystander;
  /** What the bystander met before, and what the program took for each of its requests and for itself meanwhile. */
  readonly quiet: Visits & { readonly cpuEach: number };
}

interface Attack {
  readonly name: string;
  readonly attack: () => Promise<Done>;
  readonly mostMegabytes: number | undefined;
}

async function attacked({ name, attack, mostMegabytes = MOST_MEGABYTES }: Attack, seen: Seen): Promise<void> {
  const { bystander, quiet } = seen;
  const { result, cpu, grownBy } = await seen.cost.of(() => {
    return bystander.during(() => Promise.all([attack(), sleep(LEAST_MS)]));
  });
  const {
    visits,
    result: [done],
  } = result;
  const [count, how] = typeof done === 'number' ? [done, 'refused'] : [done.answered, 'answered'];
  const own = Math.max(0, cpu - quiet.cpuEach * visits.requests);
  const each = count === 0 ? '' : `, ${Number((own / count).toPrecision(2))} µs of CPU each`;
  const waits = `${quiet.p99Ms.toFixed(1)} ms quiet, ${visits.p99Ms.toFixed(1)} ms under attack`;
  process.stdout.write(
    `${name}: ${count.toLocaleString('en')} ${how}${each}; a bystander's p99 ${waits}; ${Math.round(grownBy)} MB more\n`,
  );
  expect(visits.problems).toEqual([]);
  expect(visits.requests).toBeGreaterThan(0);
  expect(grownBy).toBeLessThan(mostMegabytes);
}

/** The same database and keys without limits, for as long as people arrive. */
async function before<Cast>(
  env: Readonly<Record<string, string>>,
  database: TestSystem['database'],
  prepare: AttackedOptions<Cast>['prepare'],
): Promise<Cast> {
  await using system = await startEmbeddedSystem({ database, env: { ...env, ONCEOVER_RATE_LIMITS: 'off' } });
  const cast = await prepare(new People(system), system);
  await system.drain();
  return cast;
}
