import { StaleInput, VersionConflict } from '../errors.ts';
import type { Guard, InlineWrite } from '../types.ts';

type Row = Guard['row'];

export interface MemoryGuardOptions {
  /** By name: whether the row matches; only reads. */
  readonly checks?: Readonly<Record<string, (row: Row) => boolean>>;
  /** By name: whether the row matched; if so, it has been changed. */
  readonly claims?: Readonly<Record<string, (row: Row) => boolean>>;
  /** By name: writes the row; may throw. */
  readonly writes?: Readonly<Record<string, (row: Row) => void>>;
  /** Called before a command's claims and writes; returns a function that undoes them. Needed if a write may throw. */
  readonly save?: () => () => void;
}

/** Checks, then claims; throws the error for the first one that does not match. */
export function applyGuards(options: MemoryGuardOptions, guards: readonly Guard[]): void {
  const ordered = guards.toSorted((a, b) => a.kind.localeCompare(b.kind));
  for (const { kind, name, row, onMiss } of ordered) {
    const guard = registered(kind === 'check' ? options.checks : options.claims, name);
    if (guard(row)) continue;
    if (onMiss === 'stale') throw new StaleInput('a guarded row moved on since the command was prepared');
    throw new VersionConflict('the stream or a guarded row is not as expected');
  }
}

export function applyWrites(options: MemoryGuardOptions, writes: readonly InlineWrite[]): void {
  for (const { name, row } of writes) registered(options.writes, name)(row);
}

function registered<F>(functions: Readonly<Record<string, F>> | undefined, name: string): F {
  const found = functions?.[name];
  if (found === undefined) throw new TypeError(`${name} is not registered`);
  return found;
}
