import { isId } from '@onceover/service-kit/ids';
import type { AppendCommand, CheckEvents } from '../types.ts';

const NAME = /^[a-z_]+$/;
const OWN_LOCKS = /^(command|stream|gen|partitions)(:|$)/;

/**
 * Refuses (`TypeError`) a command that a store could not tell from its neighbours or could not run in a set, and what
 * `check` refuses.
 */
export function refuseMalformed(command: AppendCommand, check: CheckEvents): void {
  refuseUnrunnable(command);
  for (const append of command.appends) check(append, command.context.meta);
}

function refuseUnrunnable({ context, appends, guards = [], inline = [], shared = [] }: AppendCommand): void {
  const streams = appends.map(({ stream }) => stream.id);
  const ids = [context.commandId, ...(context.tenantRef === null ? [] : [context.tenantRef]), ...streams];
  if (!ids.every(isId)) throw new TypeError('command, stream and tenant ids are UUIDs in lower case');
  if (streams.length === 0) throw new TypeError('a command appends to at least one stream');
  if (new Set(streams).size !== streams.length) throw new TypeError('a command appends to a stream once');
  if (appends.some(({ events }) => events.length === 0)) throw new TypeError('an append holds at least one event');
  const schemas = appends.flatMap(({ events }) => events.map(({ schemaVersion }) => schemaVersion));
  if (!schemas.every((schema) => Number.isInteger(schema) && schema > 0 && schema < 32_768)) {
    throw new TypeError('a schema version is a small whole number from 1');
  }
  if (appends.some(({ expected }) => typeof expected === 'number' && !(Number.isInteger(expected) && expected >= 0))) {
    throw new TypeError('an expected version is a whole number from 0, or a word');
  }
  if (guards.filter(({ kind }) => kind === 'claim').length > 1) throw new TypeError('a command has at most one claim');
  const names = [...guards, ...inline].map(({ name }) => name);
  if (!names.every((name) => NAME.test(name))) throw new TypeError('guard and write names are a-z and _');
  if (shared.some((name) => OWN_LOCKS.test(name)))
    throw new TypeError("a shared lock has a kind other than the store's own");
}
