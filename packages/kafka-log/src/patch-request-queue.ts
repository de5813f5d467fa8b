import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

let isPatched = false;

/**
 * kafkajs 2.2.4 sets a timer of 1 ms again and again for each connection, also when nothing waits, with a negative time, of
 * which Node warns: 900 wake-ups a second. Nothing has to be scheduled while nothing waits and nothing is throttled.
 */
export function patchRequestQueue(): void {
  if (isPatched) return;
  isPatched = true;
  const { prototype } = RequestQueue;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleOnlyWhatWaits(this: RequestQueue) {
    if (this.pending.length === 0 && this.throttledUntil <= Date.now()) return;
    schedule.call(this);
  };
}
