import type { ConsumerDefinition, JobTask } from '@onceover/event-bus';
import type { SubgraphParts } from '@onceover/graphql-kit/subgraph';
import type { Clock } from '@onceover/service-kit/clock';
import type { InternalHandler } from '@onceover/service-kit/internal-call';
import type { Readiness } from '@onceover/service-kit/lifecycle';

/** What makes one service different from another; the shell runs it. */
export interface ServiceParts<Context extends object, Caller> {
  readonly resolvers: Pick<SubgraphParts<Context, Caller>, 'sdl' | 'resolvers' | 'contextFor'>;
  readonly internal: readonly InternalHandler[];
  readonly consumers: Consumers;
  readonly jobs?: Jobs;
  readonly chores: readonly Chore[];
  /** Why it cannot work although its database answers. */
  readonly readiness?: () => Readiness;
}

/** What a service hears of others. Whose logs it reads is what its consumers name as their sources.
 * They work on the connections set aside for `consumers`, or else on those of the service. */
export interface Consumers {
  readonly definitions: readonly ConsumerDefinition[];
  readonly clock?: Clock | undefined;
}

/** What a service does after it has answered. */
export interface Jobs {
  /** By the name they are enqueued with. */
  readonly tasks: Readonly<Record<string, JobTask>>;
  readonly concurrency?: number;
  /** How long stopping waits for jobs in hand, in milliseconds. */
  readonly drainMs?: number;
  readonly onStop?: () => void;
  /** Whether there is work that is due and not in the queue yet; draining waits for it. */
  readonly hasMore?: () => Promise<boolean>;
}

export interface Chore {
  /** Of its lock and in the log. */
  readonly name: string;
  /** Rest between two runs; the first comes at once. */
  readonly everyMs: number;
  /** Done by every process. Default: by one process at a time. */
  readonly isEverybodys?: boolean;
  /** Returns counts of what was done, as fields for the log; a run whose counts are all 0 is not logged. */
  run(): Promise<Readonly<Record<string, number>>>;
}
