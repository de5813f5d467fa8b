import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { partnerBell } from '@onceover/schema/events/bells';
import type { Bells } from '@onceover/service-kit/bells';
import type { ConsumerReport, Readiness } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import { periodically } from '@onceover/service-kit/periodic';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import type pg from 'pg';
import { createPostgresTopicPlaces } from './adapters/postgres/partner-topics.ts';
import { type PartnerTopics, TopicFilling } from './use-cases/partner/fill-topics.ts';

export type { PartnerTopics, TopicRecord } from './use-cases/partner/fill-topics.ts';

/** Where it is made by the migrations of this service. */
export const partnerEgressTable = 'notifications.partner_topic';

/** Connections: one that holds the locks, and two for the rest. */
const CONNECTIONS = { role: 'onceover_partner_egress', name: 'onceover partner egress', max: 3 };

export interface PartnerEgressDependencies {
  /** That of notifications, migrated. */
  readonly database: pg.PoolConfig;
  readonly topics: PartnerTopics;
  /** Rung for a partner that has new events. */
  readonly bells: Bells;
  /** Such as `https://onceover.example`. */
  readonly siteOrigin: string;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  /** How often it looks, whatever rings. Default: each second. */
  readonly everyMs?: number;
}

export interface PartnerEgress extends AsyncDisposable {
  /** Not while no topic at all can be filled. */
  ready(): Promise<Readiness>;
  /** What waits, beside the consumers of other processes. */
  consumers(): Promise<readonly ConsumerReport[]>;
}

/** Puts what partners get on their topics until disposed. Several of them divide the topics among them. */
export function startPartnerEgress({
  database,
  everyMs = 1_000,
  bells,
  ...ports
}: PartnerEgressDependencies): PartnerEgress {
  const stack = new AsyncDisposableStack();
  const pool = stack.adopt(openAppPool(database, CONNECTIONS), (open) => open.end());
  const places = createPostgresTopicPlaces(pool);
  const filling = stack.use(new TopicFilling({ ...ports, places, restMs: everyMs, now: () => performance.now() }));
  let [looking, isRung]: [Promise<void> | undefined, boolean] = [undefined, false];
  const lookOnce = async () => {
    do {
      isRung = false;
      await listening.to(await filling.look());
    } while (isRung);
  };
  const look = async () => {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    await looking;
  };
  const listening = stack.use(
    listenerTo(bells, () => {
      isRung = true;
      // Whoever looks each second says why it fails.
      look().catch(() => undefined);
    }),
  );
  const failure = 'nobody knows which partners have topics: they are not filled';
  stack.use(periodically(look, { everyMs, log: ports.log, failure }));
  return {
    async ready() {
      const { standstill } = filling;
      return standstill === undefined
        ? { isReady: true }
        : { isReady: false, reason: `topics of partners: ${standstill}` };
    },
    async consumers() {
      const isHalted = filling.failures.length > 0;
      return [{ consumer: 'partner-egress', source: 'notifications', shard: 0, lag: await places.lag(), isHalted }];
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Hears the bells of those partners alone that have topics. */
function listenerTo(bells: Bells, heard: () => void) {
  const listening = new Map<string, Disposable>();
  return {
    async to(partnerRefs: readonly string[]): Promise<void> {
      for (const [ref, listener] of listening) {
        if (partnerRefs.includes(ref)) continue;
        listening.delete(ref);
        listener[Symbol.dispose]();
      }
      for (const ref of partnerRefs.filter((each) => !listening.has(each))) {
        listening.set(ref, await bells.on(partnerBell(ref), heard));
      }
    },
    [Symbol.dispose]() {
      for (const listener of listening.values()) listener[Symbol.dispose]();
      listening.clear();
    },
  };
}
