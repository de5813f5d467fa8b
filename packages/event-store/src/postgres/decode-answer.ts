import type { Position } from '../types.ts';
import type { EncodedCommand } from './encode-command.ts';
import { LOG_START, toPosition } from './position.ts';

export interface AppendRow {
  readonly outcome: 'appended' | 'duplicate' | 'conflict' | 'stale' | 'busy';
  readonly versions: readonly number[];
  readonly position: Position;
  readonly reference?: { readonly streamId: string; readonly version: number };
}

/**
 * What `append` answers: a row (with `ord`) per command that was not appended, and one for all that were, with the
 * version of every stream of the batch and the place of every event written.
 */
export interface AnswerRow {
  readonly ord: number | null;
  readonly outcome: AppendRow['outcome'];
  readonly versions: readonly (number | null)[] | null;
  readonly stream_id: string | null;
  readonly gen: number | null;
  readonly tx: string | null;
  readonly places: readonly (string | null)[] | null;
}

/** Each command's own outcome, in the order of the commands. */
export function outcomesOf(rows: readonly AnswerRow[], commands: readonly EncodedCommand[]): AppendRow[] {
  const others = new Map(rows.map((row) => [row.ord, row]));
  const appended = others.get(null);
  let stream = 0;
  let event = 0;
  return commands.map((command, ord) => {
    const from = stream;
    stream += command.streams.length;
    const other = others.get(ord);
    if (other !== undefined) return notAppended(other);
    if (appended === undefined) throw new TypeError('append returned no outcome for a command');
    event += command.events.length;
    const versions = (appended.versions ?? []).slice(from, stream).map(Number);
    const reference = { streamId: command.streams[0]?.id ?? '', version: versions[0] ?? 0 };
    return { outcome: 'appended', versions, position: positionOf(appended, event - 1), reference };
  });
}

function notAppended(row: AnswerRow): AppendRow {
  const version = row.versions?.[0];
  const position = positionOf(row, 0);
  if (row.stream_id === null || typeof version !== 'number') return { outcome: row.outcome, versions: [], position };
  return { outcome: row.outcome, versions: [version], position, reference: { streamId: row.stream_id, version } };
}

/** A known command whose events retention has dropped comes before everything that is left. */
function positionOf({ gen, tx, places }: AnswerRow, index: number): Position {
  const pos = places?.[index] ?? null;
  return gen === null || tx === null || pos === null ? LOG_START : toPosition({ gen, xid: tx, pos });
}
