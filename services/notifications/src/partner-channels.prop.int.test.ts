import { type CloudEvent, cloudEvent } from '@onceover/schema/events/cloud-event';
import { partnerEvents } from '@onceover/schema/events/partner-view';
import { deskTenant } from '@onceover/schema/events/tenants';
import { customer } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { noTelemetry } from '@onceover/service-kit/telemetry';
import { eventually } from '@onceover/testing/eventually';
import fc from 'fast-check';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPartnersCommand } from './cli.ts';
import { startPartnerEgress } from './partner-egress.ts';
import { keptTopics } from './test-support/kept-topics.ts';
import { createReceivers } from './test-support/receivers.ts';
import { startTestNotifications, type TestNotifications } from './test-support/test-notifications.ts';
import { webhookGraph } from './test-support/webhook-graph.ts';

const deskAddress = 'desk@example.test';
const receivers = createReceivers();
const topics = keptTopics();
let notifications: TestNotifications;
let egress: AsyncDisposable;
beforeAll(async () => {
  notifications = await startTestNotifications({ incomingRecipient: deskAddress }, { webhookSender: receivers });
  egress = startPartnerEgress({
    database: notifications.database,
    topics: topics.topics,
    bells: notifications.bells,
    siteOrigin: 'https://onceover.test',
    log: topics.log,
    telemetry: noTelemetry,
    everyMs: 50,
  });
});
afterAll(async () => {
  await egress[Symbol.asyncDispose]();
  await notifications[Symbol.asyncDispose]();
});

const { add } = webhookGraph(() => notifications);
const document = parse(
  `query ($after: ID) { events(after: $after, first: 200) { ... on EventsPage { events next } } }`,
);

/** What an account gets by each channel, as CloudEvents; channels that it has not are left out. */
interface Partner {
  readonly tenants: readonly string[];
  heard(): Promise<Readonly<Record<string, readonly Heard[]>>>;
}
type Heard = Pick<CloudEvent, 'id' | 'type' | 'sequence' | 'data'>;

const bySequence = (events: readonly Heard[]) =>
  events.toSorted((one, other) => (one.sequence < other.sequence ? -1 : 1));

/** Somebody who is told by all channels. */
async function partner(custid?: string): Promise<Partner> {
  const caller = customer(newId(), custid === undefined ? {} : { custid });
  const { accountRef } = caller;
  const url = `https://${accountRef}.example/hook`;
  await add(caller, { url });
  const open = async () => ({ database: notifications.database });
  const access = { give: () => expect.fail(), take: () => expect.fail() };
  const write = () => undefined;
  await runPartnersCommand(['add-topic', accountRef], { open, accountOf: async () => null, access, write });
  return {
    tenants: custid === undefined ? [accountRef] : [accountRef, deskTenant],
    async heard() {
      const { data = {} } = await notifications.service.subgraph.execute({ document, variables: {}, caller });
      const { events } = (data as { events: { events: string[] } }).events;
      const pulled = events.map((text) => cloudEvent.parse(JSON.parse(text)));
      const sent = receivers.at(url).map(({ body }) => cloudEvent.parse(JSON.parse(body)));
      const records = topics.recordsOf(accountRef).map(({ headers, value }) => ({
        id: headers.ce_id ?? '',
        type: headers.ce_type ?? '',
        sequence: headers.ce_sequence ?? '',
        data: JSON.parse(value) as CloudEvent['data'],
      }));
      return { pulled, sent: bySequence(sent), records };
    },
  };
}

const facts = (events: readonly Heard[]) =>
  events.map(({ id, type, sequence, data }) => ({ id, type, sequence, data }));

test('whatever happens to whomever, a partner hears by every channel of its own, of all of it, and of nothing else', async () => {
  const own = partnerEvents.filter(({ row: { producer } }) => producer !== 'notifications');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ whose: fc.integer({ min: 0, max: 5 }), type: fc.constantFrom(...own) }), {
        minLength: 5,
        maxLength: 40,
      }),
      async (happenings) => {
        const partners = [await partner(), await partner(), await partner(deskAddress)];
        const tenants = [...partners.map(({ tenants: [first = ''] }) => first), deskTenant, newId(), null];
        const happened = new Map<string, number>();
        for (const { whose, type } of happenings) {
          const log = type.row.producer === 'accounts' ? 'accounts' : 'secrets';
          const tenantRef = tenants[whose] ?? null;
          await notifications.requests.append(log, type.row.type, {}, tenantRef === null ? {} : { tenantRef });
          const of = `${tenantRef} ${type.type}`;
          happened.set(of, (happened.get(of) ?? 0) + 1);
        }
        await notifications.drain();
        for (const { tenants: theirs, heard } of partners) {
          // Topics are about the account alone: nobody asks who the desk is then.
          const expected = (whose: readonly string[]) =>
            own.map(({ type }) => whose.reduce((sum, tenant) => sum + (happened.get(`${tenant} ${type}`) ?? 0), 0));
          const countOf = (events: readonly Heard[]) =>
            own.map(({ type }) => events.filter((event) => event.type === type).length);
          await eventually(
            async () => {
              const { pulled = [], sent = [], records = [] } = await heard();
              expect(countOf(pulled)).toEqual(expected(theirs));
              expect(facts(sent)).toEqual(facts(pulled));
              expect(countOf(records)).toEqual(expected(theirs.slice(0, 1)));
              const ofTopic = new Set(records.map(({ id }) => id));
              expect(facts(pulled.filter(({ id }) => ofTopic.has(id)))).toEqual(facts(bySequence(records)));
              const text = JSON.stringify([pulled, sent, records]);
              for (const other of partners.flatMap(({ tenants: [first = ''] }) => first)) {
                if (other !== theirs[0]) expect(text).not.toContain(other);
              }
              for (const word of ['deliveryId', 'correlationId', 'networkTag', 'sizeBucket', '"actor"'])
                expect(text).not.toContain(word);
            },
            { withinMs: 20_000 },
          );
        }
      },
    ),
    { numRuns: 8 },
  );
});
