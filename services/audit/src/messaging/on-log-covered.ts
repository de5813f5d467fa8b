import type { ConsumerDefinition, HandlerContext } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import { blocksConsumer } from '@onceover/schema/events/event-row';
import type { LogCovered } from '@onceover/schema/events/log';
import { logNames } from '@onceover/schema/events/logs';
import type { ToldBlock } from '../use-cases/trail/audit-block.ts';

type Covered = RecordedEvent<LogCovered['type'], LogCovered['data']>;

/** Adds the blocks of one log to its chain, in order, with what they have counted. */
export type AddBlocks = (tx: HandlerContext['tx'], blocks: readonly ToldBlock[]) => Promise<void>;

/** Keeps what each service says of its own log: the blocks that cover it, and how much happened. */
export function onLogCovered(addBlocks: AddBlocks): ConsumerDefinition<Covered> {
  return {
    name: blocksConsumer,
    version: 1,
    sources: logNames,
    handles: ['log.covered'],
    onError: 'halt',
    // A block that is in the chain is not added again.
    converges: true,
    async handle(events, { tx }) {
      await addBlocks(
        tx,
        events.map(({ source: log, occurredAt: at, data: told }) => ({ log, at, told })),
      );
    },
  };
}
