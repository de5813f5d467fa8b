import type { RecordedEvent } from '@onceover/event-store';
import { systemClock } from '@onceover/service-kit/clock';
import { errorText } from '../error-text.ts';
import type { DeadLetter } from '../stores/consumer-store.ts';
import { definitionOf, handleIn, keyOf, type ToolParts, ToolRefusal } from './parts.ts';

export interface LetterRef {
  /** Name or key of the consumer. */
  readonly consumer: string;
  readonly eventId: string;
}

/** Events set aside, newest first; for one consumer, or for all. Without `state`, those still waiting. */
export function listDeadLetters(
  parts: ToolParts,
  { consumer, state = 'parked' }: Parameters<ToolParts['store']['listLetters']>[0] = {},
): Promise<readonly DeadLetter[]> {
  return parts.store.listLetters({ consumer: consumer && keyOf(parts, consumer), state });
}

/** The letter, and the event as it is in the log; undefined if retention has removed it. */
export async function showDeadLetter(
  parts: ToolParts,
  ref: LetterRef,
): Promise<{ letter: DeadLetter; event: RecordedEvent | undefined }> {
  const letter = await findLetter(parts, ref);
  return { letter, event: await parts.history.at(letter.source, letter.position) };
}

/**
 * Runs the handler on the event once more, with its original id.
 *
 * Refuses  ToolRefusal: no such letter, it is settled, or the event is gone; what the handler throws, after noting it
 */
export async function retryDeadLetter(parts: ToolParts, ref: LetterRef): Promise<void> {
  const { clock = systemClock } = parts;
  const definition = definitionOf(parts, ref.consumer);
  const { letter, event } = await showDeadLetter(parts, ref);
  if (event === undefined) throw new ToolRefusal('the event is no longer in the log');
  try {
    await parts.store.transact(async (unit) => {
      refuseSettled(await unit.takeLetter(letter.consumer, letter.eventId));
      await handleIn(parts, unit, definition, [event]);
      await unit.settleLetter(letter, 'retried', clock.now());
    });
  } catch (error) {
    if (error instanceof ToolRefusal) throw error;
    const noted = { ...letter, error: errorText(error), attempts: 1 };
    await parts.store.transact((unit) => unit.park(noted, clock.now()));
    throw error;
  }
}

/** The event counts as handled, although it was not. */
export async function discardDeadLetter(parts: ToolParts, ref: LetterRef): Promise<void> {
  const { clock = systemClock } = parts;
  const letter = await findLetter(parts, ref);
  await parts.store.transact(async (unit) => {
    refuseSettled(await unit.takeLetter(letter.consumer, letter.eventId));
    await unit.settleLetter(letter, 'discarded', clock.now());
  });
}

async function findLetter(parts: ToolParts, { consumer, eventId }: LetterRef): Promise<DeadLetter> {
  const letters = await parts.store.listLetters({ consumer: keyOf(parts, consumer) });
  const letter = letters.find((each) => each.eventId === eventId);
  if (letter === undefined) throw new ToolRefusal(`there is no dead letter ${eventId} of ${consumer}`);
  return letter;
}

function refuseSettled(letter: DeadLetter | undefined): void {
  if (letter?.state === 'parked') return;
  throw new ToolRefusal(`the dead letter is ${letter?.state ?? 'gone'}`);
}
