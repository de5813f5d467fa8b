import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '@onceover/service-kit/errors';
import { type Finding, type Found, wrong } from './finding.ts';

/** One thing that is looked at. Nothing found: there is nothing to say here. */
export interface Check {
  readonly name: string;
  look(): Promise<Found | readonly Found[] | undefined>;
}

/** Longest time for one check. */
const PATIENCE_MS = 5_000;

/** Runs all checks at once; one that fails or hangs is a finding, and hides no other. In the order of the checks. */
export async function runChecks(checks: readonly Check[], patienceMs = PATIENCE_MS): Promise<readonly Finding[]> {
  const all = await Promise.all(checks.map((check) => runOne(check, patienceMs)));
  return all.flat();
}

async function runOne({ name, look }: Check, patienceMs: number): Promise<readonly Finding[]> {
  const stop = new AbortController();
  const late = delay(patienceMs, wrong(`no answer came within ${patienceMs / 1000} seconds`), { signal: stop.signal });
  late.catch(() => undefined);
  try {
    const found = await Promise.race([look(), late]);
    if (found === undefined) return [];
    const list = 'verdict' in found ? [found] : found;
    return list.map((each) => ({ check: name, ...each }));
  } catch (error) {
    return [{ check: name, ...wrong(`could not be checked: ${reasonOf(error)}`) }];
  } finally {
    stop.abort();
  }
}

/** The first line of what an error says; of the system's own errors the code, as their text may hold an address. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return codeOf(error) ?? line;
}
