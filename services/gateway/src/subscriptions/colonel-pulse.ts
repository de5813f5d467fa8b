import { setTimeout as rest } from 'node:timers/promises';
import type { LiveField } from './live-field.ts';
import { colonelOnly } from './may-listen.ts';

const EVERY_MS = 1_000;

/**
 * `colonelPulse`: how things stand, asked once a second while a colonel watches and sent when it has changed. Nobody rings
 * for it, so that nothing that happens pays for it. An outage is waited out; it ends when the rights end.
 *
 * Refuses  NOT_AUTHORIZED for everybody but colonels
 * Source   web 8.7
 */
export function colonelPulse(): LiveField {
  return {
    asQuery: (field) => ({ field }),
    async *answers({ caller, ask, signal }) {
      let last = '';
      while (!signal.aborted) {
        colonelOnly(caller());
        const answer = await ask();
        const now = JSON.stringify(answer.data);
        if (answer.errors === undefined && now !== last) {
          last = now;
          yield answer;
        }
        await rest(EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
