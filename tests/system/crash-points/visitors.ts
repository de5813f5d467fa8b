import { type ApiClient, linksOf } from '../../support/api-client.ts';
import { conceal, type Entry, linksFor, newEntry, reveal } from './ledger.ts';

export interface Visits {
  /** What the visitors know so far; it grows until they leave. */
  readonly entries: readonly Entry[];
  /** Resolves when every visitor has left. */
  readonly over: Promise<unknown>;
}

/**
 * Visitors who conceal, reveal and burn without a pause and write down what they are told. A visitor leaves when an
 * answer is lost or says that the system is unavailable, with the entry as it was.
 */
export function visitUntilLost(client: ApiClient, visitors: number): Visits {
  const entries: Entry[] = [];
  const stay = async (_: unknown, visitor: number): Promise<void> => {
    for (let turn = visitor; ; turn += 1) {
      const entry = newEntry();
      entries.push(entry);
      if (!(await takeTurn(client, entry, turn))) return;
    }
  };
  return { entries, over: Promise.all(Array.from({ length: visitors }, stay)) };
}

/** True if a crash now would hit everything midway: enough of each was acknowledged, and more is under way. */
export function areBusy({ entries }: Visits): boolean {
  const enough = 40;
  return (['unopened', 'opened', 'burned'] as const).every(
    (state) => entries.filter((entry) => entry.state === state).length >= enough,
  );
}

async function takeTurn(client: ApiClient, entry: Entry, turn: number): Promise<boolean> {
  try {
    const concealed = await conceal(client, entry);
    if (concealed.status === 503) return false;
    entry.links = linksOf(concealed);
    entry.state = 'unopened';
    if (turn % 3 === 0) return true;
    const way = turn % 7 === 1 ? 'burn' : 'reveal';
    entry.state = way === 'burn' ? 'burning' : 'revealing';
    const ended = way === 'burn' ? await client.burn(linksFor(entry).metadataKey) : await reveal(client, entry);
    if (ended.status === 503) return false;
    if (ended.status !== 200) throw new Error(`${way} answered ${ended.status} ${JSON.stringify(ended.body)}`);
    entry.state = way === 'burn' ? 'burned' : 'opened';
    return true;
  } catch (error) {
    if (isLost(error)) return false;
    throw error;
  }
}

function isLost(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code ?? '') || message === 'the answer was cut off';
}
