import { type CommandContext, writeMeta } from '@onceover/event-store';
import type { SecretEvent } from '@onceover/schema/events/secrets';

/**
 * An event for a function of the database, which writes it as it is: a row of `secrets.events` as JSON, without what only
 * the database knows (its stream, the version there, and to whom the stream belongs).
 */
export function eventText(
  { type, schemaVersion, data }: SecretEvent,
  { commandId, meta }: Pick<CommandContext, 'commandId' | 'meta'>,
): string {
  const row = { event_id: commandId, type, schema_ver: schemaVersion, category: 'secret', data };
  return JSON.stringify({ ...row, meta: JSON.parse(writeMeta(meta)) });
}
