import type { Consumers } from '@onceover/service-shell/service-parts';
import { addToTrail } from './adapters/postgres/audit-table.ts';
import { addBlocks } from './adapters/postgres/block-table.ts';
import { onAnyEvent } from './messaging/on-any-event.ts';
import { onLogCovered } from './messaging/on-log-covered.ts';

/** What audit hears: whatever any service records, itself among them, and the blocks that cover their logs. */
export const consumers: Consumers = { definitions: [onAnyEvent(addToTrail), onLogCovered(addBlocks)] };
