import { identifier } from './identifiers.ts';

/** What the application may do: events are inserted and read, nothing else. */
export const appGrants = (s: string, role: string): string => `
    grant usage on schema ${s} to ${role};
    grant select, insert on ${s}.events, ${s}.commands to ${role};
    grant select, insert, update on ${s}.streams to ${role};
    grant select, update on ${s}.log_meta to ${role};`;

/** What retention may do itself; it removes events through `remove_month` alone. */
export const retentionGrants = (s: string, role: string): string => `
    grant usage on schema ${s} to ${role};
    grant select on ${s}.streams to ${role};
    grant select, delete on ${s}.commands to ${role};`;

/** Nobody may execute a function until it is granted. */
export function functionGrants(signature: string, appRole: string | undefined): string {
  const closed = `revoke execute on function ${signature} from public;`;
  return appRole === undefined ? closed : `${closed} grant execute on function ${signature} to ${identifier(appRole)};`;
}
