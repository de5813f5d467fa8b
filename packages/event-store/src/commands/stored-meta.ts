import { traceparentOf } from '@onceover/service-kit/origin';
import type { EventMeta, RecordedMeta } from '../types.ts';

/** The key of each field in the log: every event repeats them, so each is one letter. */
const KEYS = {
  correlationId: 'r',
  causationId: 'c',
  actorKind: 'k',
  actorRef: 'a',
  surface: 's',
  networkTag: 'n',
  traceparent: 't',
} as const;

export type MetaField = keyof typeof KEYS;

/** The kind of actor that is not stored, because most are of it. */
const USUAL_ACTOR = 'anonymous';

/** What `events.meta` holds. Only this file knows its keys. */
export type StoredMeta = Readonly<Partial<Record<(typeof KEYS)[MetaField], string>>>;

/** The text of what is stored of a command's meta, with each of its events. */
export function writeMeta({ correlationId, causationId, actor, surface, networkTag, traceparent }: EventMeta): string {
  return JSON.stringify({
    [KEYS.correlationId]: correlationId,
    [KEYS.causationId]: causationId,
    [KEYS.actorKind]: actor.kind === USUAL_ACTOR ? undefined : actor.kind,
    [KEYS.actorRef]: actor.ref,
    [KEYS.surface]: surface,
    [KEYS.networkTag]: networkTag,
    [KEYS.traceparent]: traceparent,
  });
}

/** What was stored, as readers get it: a trace that nobody named is made of the correlation id. Its values are not checked. */
export function readMeta(stored: StoredMeta): RecordedMeta {
  const value = (field: MetaField) => stored[KEYS[field]];
  const some = <Field extends MetaField>(field: Field, name: string = field) => {
    const found = value(field);
    return found === undefined ? {} : { [name]: found };
  };
  const correlationId = value('correlationId') ?? '';
  return {
    correlationId,
    ...some('causationId'),
    actor: { kind: (value('actorKind') ?? USUAL_ACTOR) as EventMeta['actor']['kind'], ...some('actorRef', 'ref') },
    surface: value('surface') as EventMeta['surface'],
    ...some('networkTag'),
    traceparent: value('traceparent') ?? traceparentOf(String(correlationId)),
  };
}

/** SQL for a field of the event, whose alias is `e`, as text; null where it has none. */
export function metaField(field: MetaField): string {
  const stored = `e.meta->>'${KEYS[field]}'`;
  return field === 'actorKind' ? `coalesce(${stored}, '${USUAL_ACTOR}')` : `(${stored})`;
}
