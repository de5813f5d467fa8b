import { eventTools, type ToolParts } from '@onceover/event-bus/cli';
import { createLogger } from '@onceover/service-kit/logging';
import type { Foundation } from './foundation.ts';
import type { Consumers } from './service-parts.ts';
import { sourceOf } from './start-listening.ts';

/** A service's consumers for an operator's command; nothing is started. */
export function eventToolsOf({ name, pool, jobsSchema }: Foundation, { definitions }: Consumers): ToolParts {
  const source = sourceOf({ name, pool, definitions });
  return eventTools({
    pool,
    schema: name,
    jobs: jobsSchema,
    source,
    definitions,
    log: createLogger(`${name}.consumers`),
  });
}
