import { ApiClient } from '../support/api-client.ts';
import type { Browsers } from './browser/browsers.ts';
import { pause } from './browser/hand.ts';
import { Visit } from './browser/visiting.ts';
import type { Robot } from './robot.ts';

/** What a robot did at so many links, each of its own secret. */
export interface Figures {
  readonly name: string;
  readonly secrets: number;
  /** Secrets that were opened, as the service says itself. */
  readonly opened: number;
  /** Visits in which it was asked to hold the button. */
  readonly asked: number;
  /** Secrets whose creator is told that a program came. */
  readonly told: number;
  /** The mean of a visit, in milliseconds. */
  readonly ms: number;
  /** Why visits did not do what they are made for. */
  readonly broken: readonly string[];
}

interface Visited {
  readonly isOpened: boolean;
  readonly isAsked: boolean;
  /** Whether its creator is told that a program came, which is counted a moment later. */
  readonly isTold: () => Promise<boolean>;
  readonly ms: number;
  readonly broken?: string;
}

interface Measured {
  readonly url: string;
  readonly browsers: Browsers;
  readonly secrets: number;
  /** Visits at one time. */
  readonly atOnce: number;
  /** No visit begins after it, in milliseconds since 1970. */
  readonly until: number;
}

const tellMilliseconds = 2_000;

/** Makes the secrets, lets the robot come to each, and asks the service which are opened. */
export async function measure(robot: Robot, { url, browsers, secrets, atOnce, until }: Measured): Promise<Figures> {
  // The program ends connections that rest for five seconds, and a visit may last longer.
  using api = new ApiClient(url, { keepAlive: false });
  const visits: Visited[] = [];
  let left = secrets;
  const work = async () => {
    // The first ones begin in any case.
    while (left > 0 && (left > secrets - atOnce || Date.now() < until)) {
      left -= 1;
      visits.push(await visitOne(robot, { api, url, browsers }));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, secrets) }, work));
  await pause(tellMilliseconds);
  const told = await Promise.all(visits.map(({ isTold }) => isTold()));
  const count = (is: (visit: Visited) => boolean) => visits.filter(is).length;
  return {
    name: robot.name,
    secrets: visits.length,
    opened: count(({ isOpened }) => isOpened),
    asked: count(({ isAsked }) => isAsked),
    told: told.filter(Boolean).length,
    ms: Math.round(visits.reduce((sum, { ms }) => sum + ms, 0) / Math.max(1, visits.length)),
    broken: visits.flatMap(({ broken }) => broken ?? []),
  };
}

/** Lets a robot come to one new secret. */
export async function visitOne(
  robot: Robot,
  { api, url, browsers }: { readonly api: ApiClient; readonly url: string; readonly browsers: Browsers },
): Promise<Visited> {
  const { secretKey, metadataKey } = await api.conceal(
    'tea at five',
    robot.isPeopleOnly ? { people_only: 'true' } : {},
  );
  await using visit = new Visit(`${url}/secret/${secretKey}`, robot, browsers);
  const began = performance.now();
  const broken = await robot.visit(visit).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const ms = performance.now() - began;
  const { record } = (await api.metadata(metadataKey)).body;
  return {
    isOpened: record.state === 'received',
    isAsked: visit.tries.asked > 0,
    isTold: async () => ((await api.metadata(metadataKey)).body.details.programs ?? []).length > 0,
    ms,
    ...(broken === undefined ? {} : { broken }),
  };
}
