import { idFrom } from '@onceover/service-kit/ids';
import type { StreamAppend } from '../types.ts';

/** One id for each event of a command. A retry gives the same ids. */
export function eventIds(commandId: string, appends: readonly StreamAppend[]): string[] {
  const count = appends.reduce((sum, { events }) => sum + events.length, 0);
  return Array.from({ length: count }, (_, index) => idFrom(commandId, String(index)));
}
