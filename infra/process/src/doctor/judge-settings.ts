import { isLoopback } from '@onceover/schema/site-host';
import { type Found, look, ok, worstOf, wrong } from './finding.ts';

/** Settings that make an installation less safe than it could be. */
export interface WatchedSettings {
  readonly isProduction: boolean;
  readonly rateLimits: boolean;
  readonly signUp: boolean;
  readonly signIn: boolean;
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly allowOpenKeys: boolean;
  readonly logLevel: string;
  /** What listens on all addresses of a container is reached by what shares its network, and by nobody else unless it is published. */
  readonly isContainer: boolean;
  /** Services ask each other in plain HTTP beyond loopback. */
  readonly plainCalls: boolean;
}

export function judgeSettings(settings: WatchedSettings): readonly Found[] {
  const { isProduction, rateLimits, metricsPort, metricsHost, allowOpenKeys, logLevel, plainCalls } = settings;
  const showsMetrics = metricsPort !== undefined && !isLoopback(metricsHost);
  const bad = [
    ...(rateLimits || !isProduction
      ? []
      : [wrong('request limits are off: nothing slows down guessing', 'remove ONCEOVER_RATE_LIMITS=off')]),
    ...(showsMetrics ? [judgeMetrics(settings)] : []),
    ...(allowOpenKeys
      ? [
          look(
            'keys that other users can read are accepted',
            'remove ONCEOVER_ALLOW_OPEN_KEYS, if the file system supports file modes',
            'What to back up',
          ),
        ]
      : []),
    ...(['debug', 'trace'].includes(logLevel)
      ? [look(`the log level is ${logLevel}: the log grows fast`, 'remove ONCEOVER_LOG_LEVEL')]
      : []),
    ...(plainCalls
      ? [
          look(
            'services talk to each other in plain HTTP',
            'set up mutual TLS, unless the network itself encrypts',
            'A process for each service',
          ),
        ]
      : []),
  ];
  return worstOf(bad, `limits ${rateLimits ? 'on' : 'off'}, sign-up ${doorOf(settings)}, ${metricsWords(metricsPort)}`);
}

const doorOf = ({ signIn, signUp }: WatchedSettings) => (signUp ? 'open' : signIn ? 'closed' : 'and sign-in closed');
const metricsWords = (port: number | undefined) =>
  port === undefined ? 'no metrics' : 'metrics for this machine alone';

/** In a private network a scraper reads them; in any other, so does everybody. */
function judgeMetrics({ metricsHost: host, isContainer }: WatchedSettings): Found {
  if (isPrivate(host) || (isContainer && EVERYWHERE.has(host)))
    return look(
      `the metrics port listens on ${host}`,
      'make sure that only your monitoring can reach that port',
      'Health',
    );
  const todo = 'ONCEOVER_METRICS_HOST=127.0.0.1, or an address that only your monitoring reaches';
  return wrong(`anybody who can reach ${host} can read the metrics`, todo, 'Health');
}

const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Addresses of private networks, and names, which a private network may have. */
function isPrivate(host: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|fd|fe80:)/i.test(host) || /^[a-z][\w-]*$/i.test(host);
}

export interface ColonelFacts {
  readonly isProduction: boolean;
  readonly colonels: number;
  /** Colonels whose two-step sign-in is off. */
  readonly withoutTwoStep: number;
  readonly isNarrowed: boolean;
}

const AREA = 'The colonel area';

export function judgeColonels({ isProduction, colonels, withoutTwoStep, isNarrowed }: ColonelFacts): Found {
  if (withoutTwoStep > 0) {
    const who = withoutTwoStep === 1 ? '1 colonel has' : `${withoutTwoStep} colonels have`;
    return wrong(
      `${who} two-step sign-in off, and therefore no rights`,
      'turn it on at /account/security, or: npm run accounts -- remove-colonel ADDRESS',
      AREA,
    );
  }
  if (colonels === 0) {
    return isProduction
      ? wrong('there is no colonel', 'npm run accounts -- make-colonel you@example.com', AREA)
      : ok('none yet; npm run accounts -- make-colonel makes one');
  }
  const count = colonels === 1 ? '1, with two-step sign-in' : `${colonels}, all with two-step sign-in`;
  return ok(`${count}; ${isNarrowed ? 'from chosen networks only' : 'from everywhere'}`);
}
