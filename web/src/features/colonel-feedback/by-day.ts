const DAY_SECONDS = 86_400;

export const days = ['today', 'yesterday', 'older'] as const;

export type Day = (typeof days)[number];

/** Which part of the list something belongs to, in UTC days; what is ahead of the clock counts to today. */
export function dayOf(atSeconds: number, nowSeconds: number): Day {
  const ago = Math.floor(nowSeconds / DAY_SECONDS) - Math.floor(atSeconds / DAY_SECONDS);
  return ago <= 0 ? 'today' : ago === 1 ? 'yesterday' : 'older';
}
