import { catalog } from './catalog.ts';
import { type CatalogEntry, feedConsumer, partnerConsumer, secretIdOf } from './event-row.ts';
import type { BellName } from './meaning.ts';

/** The topic that rings when a secret ended, or when something else that its creator sees has changed. */
export const secretBell = (secretId: string): string => `secret:${secretId}`;

/** The topic that rings when sessions or rights of an account may have ended. */
export const sessionBell = (accountRef: string): string => `session:${accountRef}`;

/** The topic that rings when the feed of an account, or of the support desk's tenant, has grown. */
export const feedBell = (accountRef: string): string => `feed:${accountRef}`;

/** The topic that rings when a partner has a new event. */
export const partnerBell = (partnerRef: string): string => `partner:${partnerRef}`;

/** Consumers that tell whose list has grown, and the bell of such a list. */
const bellOfConsumer: ReadonlyMap<string, (ref: string) => string> = new Map([
  [feedConsumer, feedBell],
  [partnerConsumer, partnerBell],
]);

/** An event that was committed, as far as bells need it. */
interface Committed {
  readonly type: string;
  readonly streamId: string;
  readonly tenantRef: string | null;
  readonly data: object;
}

/** The topic of a bell; null where the event is about no secret, or nobody's. */
type TopicOf = (event: Committed) => string | null;

const topicOfTenant: TopicOf = ({ tenantRef }) => (tenantRef === null ? null : sessionBell(tenantRef));

function topicsOf(row: CatalogEntry): readonly TopicOf[] {
  const topicOfSecret: TopicOf = (event) => {
    const secretId = secretIdOf(row, event);
    return secretId === null ? null : secretBell(secretId);
  };
  const topicOf: Readonly<Record<BellName, TopicOf>> = { session: topicOfTenant, secret: topicOfSecret };
  return row.bells.map((bell) => topicOf[bell]);
}

const topicsOfType = new Map(catalog.filter(({ bells }) => bells.length > 0).map((row) => [row.type, topicsOf(row)]));

/** The topics that an event rings after its commit, as its row says. */
export function bellTopicsOf(event: Committed): readonly string[] {
  const topics = topicsOfType.get(event.type) ?? [];
  return topics.map((topicOf) => topicOf(event)).filter((topic) => topic !== null);
}

/** What a process hears of its own commits. */
interface Hearing {
  onRing(listener: (news: { readonly events: readonly Committed[] }) => void): Disposable;
  onHandled(listener: (news: { readonly consumer: string; readonly tenants: ReadonlySet<string> }) => void): Disposable;
}

/**
 * Rings the bells of a process for what it commits, until disposed. Nobody else rings them: whoever watches a page hears of an
 * event because its row says so, and of a feed because its consumer has committed entries. One kind of event rings without
 * being recorded: a refused opening between the counts that the log is told of, because the page of its secret shows each.
 */
export function ringBells(doorbell: Hearing, bells: { ring(topic: string): void }): Disposable {
  const hearing = new DisposableStack();
  hearing.use(
    doorbell.onRing(({ events }) => {
      for (const topic of new Set(events.flatMap(bellTopicsOf))) bells.ring(topic);
    }),
  );
  hearing.use(
    doorbell.onHandled(({ consumer, tenants }) => {
      const bellOf = bellOfConsumer.get(consumer);
      if (bellOf !== undefined) for (const tenant of tenants) bells.ring(bellOf(tenant));
    }),
  );
  return hearing;
}
