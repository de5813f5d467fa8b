import type { Caller } from '@onceover/schema/caller';
import { ownOrigin } from '@onceover/service-kit/origin';

/** A visitor without an account, from one network. */
export function anonymous(network = '192.0.2.0/24'): Caller {
  return { kind: 'anonymous', network, requestId: 'req-test', origin: ownOrigin('web') };
}

/** The same on the page of a link, which has shown that a person opens it. */
export function aPerson(network?: string): Caller {
  return { ...anonymous(network), isPerson: true };
}
