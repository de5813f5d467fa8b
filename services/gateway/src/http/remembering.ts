import type { Clock } from '@onceover/service-kit/clock';

/** The same function, which remembers what it gave for texts; beyond so many it forgets all, so that a flood fills no memory. */
export function remembering<Value>(most: number, compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as Value;
    const value = compute(text);
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
}

const DAY_MS = 86_400_000;

/** A function that is made anew for each UTC day, and on that day remembers what it gave. */
export function daily<Value>(
  clock: Clock,
  most: number,
  functionOf: (day: number) => (text: string) => Value,
): (text: string) => Value {
  let day = -1;
  let ofDay: (text: string) => Value;
  return (text) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    if (today !== day) {
      day = today;
      ofDay = remembering(most, functionOf(day));
    }
    return ofDay(text);
  };
}
