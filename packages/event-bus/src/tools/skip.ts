import { systemClock } from '@onceover/service-kit/clock';
import { MAX_TRIES } from '../runtime/backoff.ts';
import type { LetterRef } from './dead-letters.ts';
import { keyOf, type ToolParts, ToolRefusal } from './parts.ts';

/**
 * Moves the event on which a consumer is halted to the dead letters; whoever runs the consumer goes on after it.
 *
 * Refuses  ToolRefusal: the consumer is not halted on that event
 */
export async function skip(parts: ToolParts, { consumer: name, eventId }: LetterRef): Promise<void> {
  const { clock = systemClock, places, store } = parts;
  const consumer = keyOf(parts, name);
  await store.transact(async ({ tx, park }) => {
    const stood = await places.passHalt(tx, { consumer, eventId });
    if (stood === undefined) throw new ToolRefusal(`${consumer} is not halted on event ${eventId}`);
    const { source, halt } = stood;
    const { position, type, error } = halt;
    await park({ consumer, eventId, source, position, type, error, attempts: MAX_TRIES }, clock.now());
  });
}
