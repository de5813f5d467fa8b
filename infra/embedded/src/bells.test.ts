import { readFileSync } from 'node:fs';
import { createDoorbell } from '@onceover/event-bus';
import { createMemoryEventStore } from '@onceover/event-store/memory';
import { feedBell, ringBells, secretBell, sessionBell } from '@onceover/schema/events/bells';
import { catalog } from '@onceover/schema/events/catalog';
import { feedConsumer } from '@onceover/schema/events/event-row';
import { expect, test } from 'vitest';

const [secretId, streamId, tenantRef] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

/** Every process that hears of commits, and the topics that have rung in it. */
function rung() {
  const [doorbell, topics] = [createDoorbell(), [] as string[]];
  return { doorbell, topics, ringing: ringBells(doorbell, { ring: (topic) => topics.push(topic) }) };
}

test.each(catalog.map((row) => [row.producer, row.type, row] as const))(
  'of %s, %s rings what its row says, after its commit',
  async (_producer, type, { example, bells, schema, schemaVersion, producer }) => {
    const golden = JSON.parse(readFileSync(new URL(`../../../schema/events/${example}`, import.meta.url), 'utf8'));
    const namesSecret = 'secretId' in schema.shape.data.shape;
    const event = { type, schemaVersion, data: { ...golden.data, ...(namesSecret && { secretId }) } };
    const { doorbell, topics } = rung();
    const store = createMemoryEventStore({ service: producer, onCommitted: doorbell.ring });
    const appends = [
      { stream: { id: streamId, category: golden.category }, expected: 'none' as const, events: [event] },
    ];
    const context = { commandId: crypto.randomUUID(), tenantRef, meta: golden.meta };
    await store.execute({ context, appends, shared: [], guards: [], inline: [] });
    const topicOf = { secret: secretBell(namesSecret ? secretId : streamId), session: sessionBell(tenantRef) };
    expect(topics).toEqual(bells.map((bell) => topicOf[bell]));
  },
);

test('an event about no secret, of nobody or of a type that is not ours rings nothing; one topic rings once for a commit', () => {
  const { doorbell, topics } = rung();
  const tell = (...events: { readonly type: string; readonly tenantRef: string | null }[]) => {
    const told = events.map((event) => ({ ...event, streamId, data: {} }));
    doorbell.ring({ source: 'x', owned: new Set(), unowned: new Set(), events: told });
  };
  tell(
    { type: 'delivery.sent', tenantRef },
    { type: 'account.verified', tenantRef: null },
    { type: 'box.filled', tenantRef },
  );
  expect(topics).toEqual([]);
  tell({ type: 'security.signed_out', tenantRef }, { type: 'account.verified', tenantRef });
  expect(topics).toEqual([sessionBell(tenantRef)]);
});

test('a feed rings when its consumer has committed, for each account; no other consumer rings, and nobody once it has stopped', () => {
  const { doorbell, topics, ringing } = rung();
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  doorbell.ringHandled({ consumer: feedConsumer, tenants: new Set([one, other]) });
  doorbell.ringHandled({ consumer: 'accounts.usage', tenants: new Set([one]) });
  expect(topics).toEqual([feedBell(one), feedBell(other)]);
  ringing[Symbol.dispose]();
  doorbell.ringHandled({ consumer: feedConsumer, tenants: new Set([one]) });
  expect(topics).toHaveLength(2);
});
