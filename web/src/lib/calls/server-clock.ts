let aheadMilliseconds = 0;

/** Reads the server's clock from an answer's `Date`, which is cut to seconds: on average half a second is missing. */
export function noteServerTime(headers: Headers): void {
  const at = Date.parse(headers.get('Date') ?? '');
  if (Number.isFinite(at)) aheadMilliseconds = at + 500 - Date.now();
}

/** The time in Unix seconds by the server's clock, to about a second. The device's clock may be wrong. */
export function serverNow(): number {
  return (Date.now() + aheadMilliseconds) / 1000;
}
