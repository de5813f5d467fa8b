import { isDeepStrictEqual } from 'node:util';

/** A decision, how past events make its state, and the limits it is decided against. */
export interface Decider<Command, State, Event, Limits> {
  decide(command: Command, state: State, limits: Limits): Event | readonly Event[];
  evolve(state: State, event: Event): State;
  readonly initial: State;
  readonly limits: Limits;
}

export interface DeciderSpec<Command, Event> {
  given(events: readonly Event[]): { when(command: Command): Outcome<Event> };
}

export interface Outcome<Event> {
  /** The events, all of them, in order. */
  emits(...expected: readonly Event[]): void;
  /** The refusal's code. */
  refuses(code: string): void;
}

/** Given past events, when a command comes, then new events or a refusal. */
export function deciderSpec<Command, State, Event, Limits>(
  decider: Decider<Command, State, Event, Limits>,
): DeciderSpec<Command, Event> {
  const { decide, evolve, initial, limits } = decider;
  return {
    given: (events) => ({
      when(command) {
        const state = events.reduce(evolve, initial);
        const decided = attempt(() => decide(command, state, limits));
        return {
          emits: (...expected) => expectEvents(decided, expected),
          refuses: (code) => expectRefusal(decided, code),
        };
      },
    }),
  };
}

type Decided<Event> = { readonly events: readonly Event[] } | { readonly refusal: unknown };

function attempt<Event>(decide: () => Event | readonly Event[]): Decided<Event> {
  try {
    const decided = decide();
    return { events: Array.isArray(decided) ? decided : [decided as Event] };
  } catch (refusal) {
    return { refusal };
  }
}

function expectEvents<Event>(decided: Decided<Event>, expected: readonly Event[]): void {
  if ('refusal' in decided) throw decided.refusal;
  if (isDeepStrictEqual(decided.events, expected)) return;
  throw mismatch('not the expected events', expected, decided.events);
}

function expectRefusal<Event>(decided: Decided<Event>, code: string): void {
  if ('events' in decided) throw mismatch('not refused', code, decided.events);
  const { refusal } = decided;
  const actual = refusal instanceof Error && 'code' in refusal ? refusal.code : undefined;
  if (actual === undefined) throw refusal;
  if (actual !== code) throw mismatch('refused for another reason', code, actual);
}

/** With `expected` and `actual` the runner can print the difference. */
function mismatch(message: string, expected: unknown, actual: unknown): Error {
  return Object.assign(new Error(message), { expected, actual });
}
