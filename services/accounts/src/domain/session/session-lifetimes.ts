/** How long sessions last, in seconds. Source: security 5.1 */
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

interface Lifetime {
  /** Without any activity of the user. */
  readonly idle: number;
  readonly absolute: number;
}

const lifetimes = {
  customer: { idle: 2 * hour, absolute: day },
  colonel: { idle: 30 * minute, absolute: 8 * hour },
  waiting: { idle: 10 * minute, absolute: 10 * minute },
} as const satisfies Readonly<Record<string, Lifetime>>;

const rememberMe: Lifetime = { idle: 14 * day, absolute: 30 * day };

/** The longest any session or cookie lasts; older rows are worthless whoever they belong to. */
export const longestSessionSeconds = day;
export const longestRememberMeSeconds = rememberMe.absolute;

/** How long a browser that signed in is known, from its last sign-in. */
export const deviceMarkSeconds = 180 * 86_400;
export const maxDeviceMarks = 20;
/** Sessions an account may have; opening one more ends the oldest. */
export const maxSessions = 20;

/** How long a used remember-me cookie is accepted once more: a browser that starts sends it from every tab at once. */
const graceSeconds = 10;

export interface SessionTimes {
  readonly isWaiting: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Whether a session is still good. A clock that went backwards ends none. */
export function isSessionAlive(session: SessionTimes, role: 'customer' | 'colonel', at: Date): boolean {
  const { idle, absolute } = lifetimes[session.isWaiting ? 'waiting' : role];
  return isWithin(session.lastSeenAt, idle, at) && isWithin(session.createdAt, absolute, at);
}

/** What became of a remember-me cookie: good, good once more for a concurrent request, over, or stolen. */
export type RememberMeFate = 'good' | 'fork' | 'over' | 'reused';

/**
 * A cookie is good once. One that comes back is a copy: either the thief's or the owner's, and nobody can tell which.
 *
 * @NOTE One concurrent use within ten seconds is accepted, else two tabs of a restored browser would sign their
 * owner out. Whoever steals a cookie and uses it within those seconds stays undetected until the other side's next use.
 */
export function rememberMeFate(
  cookie: { readonly beganAt: Date; readonly issuedAt: Date; readonly usedAt: Date | null; readonly isForked: boolean },
  at: Date,
): RememberMeFate {
  if (!isWithin(cookie.issuedAt, rememberMe.idle, at) || !isWithin(cookie.beganAt, rememberMe.absolute, at))
    return 'over';
  if (cookie.usedAt === null) return 'good';
  return !cookie.isForked && isWithin(cookie.usedAt, graceSeconds, at) ? 'fork' : 'reused';
}

function isWithin(since: Date, seconds: number, at: Date): boolean {
  return at.getTime() - since.getTime() < seconds * 1000;
}
