import { consumerStatus, listDeadLetters, type ToolParts } from '@onceover/event-bus';
import type { EventFacts } from './judge-data.ts';

/** As the alert of the metrics says. */
const LONG_SECONDS = 60;

/** What `npm run events -- status` and `dlq list` say of these services, in numbers. */
export async function eventFacts(services: readonly ToolParts[]): Promise<EventFacts> {
  const all = await Promise.all(services.map(factsOf));
  return {
    halted: all.flatMap(({ halted }) => halted),
    behind: all.flatMap(({ behind }) => behind),
    deadLetters: sum(all.map(({ deadLetters }) => deadLetters)),
    failedEmails: sum(all.map(({ failedEmails }) => failedEmails)),
  };
}

async function factsOf(parts: ToolParts): Promise<EventFacts> {
  const [status, letters, givenUp] = await Promise.all([
    consumerStatus(parts),
    listDeadLetters(parts),
    parts.givenUp?.() ?? [],
  ]);
  const late = status.filter(({ place, lag }) => place !== undefined && lag.seconds > LONG_SECONDS);
  return {
    halted: status.filter(({ place }) => place?.halt !== undefined).map(({ consumer }) => consumer),
    behind: late.map(({ consumer, lag: { seconds } }) => ({ consumer, seconds })),
    deadLetters: letters.length,
    failedEmails: givenUp.length,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
