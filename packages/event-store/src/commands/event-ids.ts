import { idFrom } from '@onceover/service-kit/ids';
import type { StreamAppend } from '../types.ts';

/** One id per event of a command, the same every time: a retry yields the same ids. */
export function eventIds(commandId: string, appends: readonly StreamAppend[]): string[] {
  const count = appends.reduce((sum, { events }) => sum + events.length, 0);
  return Array.from({ length: count }, (_, index) => idFrom(commandId, String(index)));
}
