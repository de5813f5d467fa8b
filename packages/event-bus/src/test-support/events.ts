import type { AppendCommand, AppendResult, EventStore, Json } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';

export interface NewBoxEvent {
  readonly type: string;
  readonly schemaVersion?: number;
  readonly data?: Readonly<Record<string, Json>>;
}

/** A command that appends to a stream, whatever its version. */
export function appending(streamId: string, events: readonly (string | NewBoxEvent)[]): AppendCommand {
  const full = events.map((event) => ({
    schemaVersion: 1,
    data: {},
    ...(typeof event === 'string' ? { type: event } : event),
  }));
  return {
    context: {
      commandId: crypto.randomUUID(),
      tenantRef: null,
      meta: { correlationId: 'test', actor: { kind: 'system' }, ...ownOrigin('system') },
    },
    appends: [{ stream: { id: streamId, category: 'box' }, expected: 'any', events: full }],
    shared: [],
    guards: [],
    inline: [],
  };
}

/** Appends to a new stream, unless told which. */
export function append(
  store: EventStore,
  events: readonly (string | NewBoxEvent)[],
  id: string = newId(),
): Promise<AppendResult> {
  return store.execute(appending(id, events));
}
