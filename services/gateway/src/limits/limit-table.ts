/** One window of a limit: so many actions in so many seconds. */
export interface LimitWindow {
  readonly actions: number;
  readonly seconds: number;
}

const MINUTE = 60;
const DAY = 86_400;

/** Limits per network of what the gateway answers so far. Source: REST contract 1.7; security 5.8. */
export const limitTable = {
  conceal: [
    { actions: 300, seconds: 10 * MINUTE },
    { actions: 3000, seconds: DAY },
  ],
  look: [{ actions: 600, seconds: MINUTE }],
  reveal: [{ actions: 600, seconds: 10 * MINUTE }],
  burn: [{ actions: 300, seconds: 10 * MINUTE }],
  session: [{ actions: 60, seconds: MINUTE }],
  graphql: [{ actions: 300, seconds: MINUTE }],
} as const satisfies Readonly<Record<string, readonly LimitWindow[]>>;

export type LimitName = keyof typeof limitTable;
