import { identifier } from './identifiers.ts';

/**
 * The arguments of `append`, in order: a batch as columns. `ord` counts commands from 0, `at` counts streams from 1.
 * Arrays instead of one document, because a short command would otherwise spend most of its time taking it apart.
 */
export const APPEND_ARGUMENTS = [
  ['single', 'boolean'],
  ['command_ids', 'uuid[]'],
  /** Where a command's streams begin, how many they are, and how many events it has. */
  ['command_ats', 'int[]'],
  ['command_streams', 'int[]'],
  ['command_sizes', 'int[]'],
  ['stream_ids', 'uuid[]'],
  ['stream_ords', 'int[]'],
  ['stream_categories', 'text[]'],
  ['stream_expected', 'int[]'],
  ['stream_sizes', 'int[]'],
  ['stream_closes', 'boolean[]'],
  ['event_ats', 'int[]'],
  /** How many events of the same append come after this one. */
  ['event_backs', 'int[]'],
  ['event_ids', 'uuid[]'],
  ['event_types', 'text[]'],
  ['event_schemas', 'smallint[]'],
  ['event_tenants', 'uuid[]'],
  /** `[data, meta]` of each event. */
  ['event_bodies', 'jsonb'],
  ['shared_names', 'text[]'],
  /** Which commands need each shared lock. */
  ['shared_ofs', 'jsonb'],
  /** `[{function, miss, of, rows}]`: checks before claims; `of` names each row's command. */
  ['guards', 'jsonb'],
  /** `[{function, of, rows}]` */
  ['writes', 'jsonb'],
] as const;

/** What may follow `drop function` or `grant execute on function`. */
export function appendSignature(schema: string): string {
  return `${identifier(schema)}.append(${APPEND_ARGUMENTS.map(([, type]) => type).join(', ')})`;
}
