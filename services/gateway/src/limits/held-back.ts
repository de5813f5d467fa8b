import type { ShownLimits } from '@onceover/schema/internal/request-limits';
import type { Clock } from '@onceover/service-kit/clock';
import { newId } from '@onceover/service-kit/ids';

/** Somebody whom a limit holds back, and the name under which they are counted. */
export type Held = ShownLimits['limited'][number] & { readonly key: string };

/** Whom limits hold back. Noted when a request is turned away, so what is let through pays nothing for it. */
export interface HeldBack {
  /** From now on in `list`; how often somebody was turned away in this window is counted there. */
  note(held: Omit<Held, 'id' | 'refused'>): Promise<void>;
  /** Whoever is held back now, by who was first; at most a thousand. */
  list(): Promise<readonly Held[]>;
  forget(held: Held): Promise<void>;
}

export const MOST_HELD = 1_000;

/** One place for each counter of each actor. */
export function placeOf({ limit, kind, seconds, key }: Omit<Held, 'id' | 'refused'>): string {
  return `${limit} ${kind} ${seconds} ${key}`;
}

/** Noted in this process. */
export function memoryHeldBack(clock: Clock): HeldBack {
  const held = new Map<string, Held>();
  const isOver = ({ until }: Held) => until <= clock.now();
  return {
    async note(news) {
      const place = placeOf(news);
      const before = held.get(place);
      const isNew = before === undefined || isOver(before);
      const [id, refused] = isNew ? [newId(), 1] : [before.id, before.refused + 1];
      held.set(place, { ...news, id, refused });
      const [oldest] = held.keys();
      if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest);
    },
    async list() {
      for (const [place, each] of held) if (isOver(each)) held.delete(place);
      return [...held.values()];
    },
    async forget(each) {
      held.delete(placeOf(each));
    },
  };
}
