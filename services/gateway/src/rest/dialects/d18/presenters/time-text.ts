const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const WEEK = 7 * DAY;
const YEAR = 365 * DAY;

/** `2030-03-17@17:46:40 UTC`. Units: Unix seconds. */
export function utcStamp(seconds: number): string {
  if (seconds !== stampedAt) {
    const text = new Date(seconds * 1000).toISOString();
    stampedAt = seconds;
    stamp = `${text.slice(0, 10)}@${text.slice(11, 19)} UTC`;
  }
  return stamp;
}

// What is new was made in this second, and so was most of what is presented in it.
let stampedAt = Number.NaN;
let stamp = '';

/** How long ago, in words: "a moment ago", "3 weeks ago". Units: Unix seconds. */
export function naturalDate(seconds: number, now: number): string {
  const age = now - seconds;
  if (age < MINUTE) return 'a moment ago';
  if (age < HOUR) return ago(age / MINUTE, 'minute');
  if (age < DAY) return ago(age / HOUR, 'hour');
  if (age < WEEK) return ago(age / DAY, 'day');
  if (age < YEAR) return ago(age / WEEK, 'week');
  return ago(age / YEAR, 'year');
}

/** A lifetime in words, "30 minutes"; the unit changes above 60 seconds, 1 hour and 1 day. Units: seconds. */
export function lifetimeText(seconds: number): string {
  if (seconds <= MINUTE) return `${seconds} seconds`;
  if (seconds <= HOUR) return `${Math.floor(seconds / MINUTE)} minutes`;
  if (seconds <= DAY) return `${Math.floor(seconds / HOUR)} hours`;
  return `${Math.floor(seconds / DAY)} days`;
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}

/** Seconds until a time, never below zero. Units: Unix seconds. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, until - now);
}
