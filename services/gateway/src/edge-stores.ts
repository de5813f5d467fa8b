import type { Clock } from '@onceover/service-kit/clock';
import { OutageError } from '@onceover/service-kit/errors';
import { memorySolutions, type UsedSolutions } from './captcha/used-solutions.ts';
import { memoryLimits, type WatchedLimits } from './limits/request-limits.ts';
import { memoryPlaces, type SocketPlaces } from './limits/socket-places.ts';

/** What the gateway keeps for a while: in its own memory, or together with other gateways. */
export interface EdgeStores {
  readonly limits: WatchedLimits;
  readonly usedSolutions: UsedSolutions;
  /** Of the pages of links; an outage where no more can be noted, never a refusal. */
  readonly spentIntents: UsedSolutions;
  readonly socketPlaces: SocketPlaces;
}

export interface EdgeStoresOptions {
  readonly clock: Clock;
  /** The same in all gateways of an installation: names what they keep, so that nobody finds out whom it is about. */
  readonly secret: Uint8Array;
  /** How networks are shown to people who may not know addresses. */
  readonly tagOf: (network: string) => string;
}

export function noRoomForIntents(): never {
  throw new OutageError('intents');
}

export type OpenEdgeStores = (options: EdgeStoresOptions) => EdgeStores;

/** Stores of a gateway that is the only one. */
export const memoryStores: OpenEdgeStores = ({ clock, tagOf }) => ({
  limits: memoryLimits(clock, tagOf),
  usedSolutions: memorySolutions(clock),
  spentIntents: memorySolutions(clock, undefined, noRoomForIntents),
  socketPlaces: memoryPlaces(),
});
