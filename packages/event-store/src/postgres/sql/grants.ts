import { appendSignature } from './append-arguments.ts';
import { identifier } from './identifiers.ts';

/** What the application may do: events are inserted and read, nothing else. */
export function appGrants(schema: string, appRole: string, isPartitioned: boolean): string {
  const s = identifier(schema);
  const role = identifier(appRole);
  const partitions = `grant execute on function ${s}.ensure_event_partitions(timestamptz) to ${role};`;
  return `
    grant usage on schema ${s} to ${role};
    grant select, insert on ${s}.events, ${s}.commands to ${role};
    grant select, insert, update on ${s}.streams to ${role};
    grant select, update on ${s}.log_meta to ${role};
    grant execute on function ${appendSignature(schema)} to ${role};
    ${isPartitioned ? partitions : ''}`;
}

/** Nobody may execute a function until it is granted. */
export function closeFunctions(schema: string): string {
  return `revoke execute on all functions in schema ${identifier(schema)} from public;`;
}
