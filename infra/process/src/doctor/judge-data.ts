import { sizeOf } from '../size-of.ts';
import { type Found, look, ok, worstOf, wrong } from './finding.ts';

export interface DiskFacts {
  /** What lies there, such as `data`. */
  readonly title: string;
  readonly directory: string;
  readonly freeBytes: number;
  readonly isWritable: boolean;
}

/** The floor is where Onceover stops storing; a few times as much is the moment to act. */
const WARN_FACTOR = 4;
const LEAST_FLOOR = 256;
const MEGABYTE = 1_000_000;

/** `floorMegabytes` as it is set; 0 means that nothing stops, but a full disk still does. */
export function judgeDisk(disks: readonly DiskFacts[], floorMegabytes: number): readonly Found[] {
  const floor = Math.max(floorMegabytes, LEAST_FLOOR) * MEGABYTE;
  const bad = disks.flatMap(({ title, directory, freeBytes: free, isWritable }) => {
    if (!isWritable)
      return [
        wrong(
          `${title} cannot be written to`,
          `make ${directory} writable for the user that starts Onceover`,
          'Disk space',
        ),
      ];
    const says = `${sizeOf(free)} free for ${title}`;
    if (free < floor)
      return [wrong(`${says}: nothing new can be stored`, 'make room, or move it to a larger disk', 'Disk space')];
    return free < WARN_FACTOR * floor ? [look(says, 'free some space soon', 'Disk space')] : [];
  });
  const least = disks.toSorted((one, other) => one.freeBytes - other.freeBytes)[0];
  return worstOf(bad, least === undefined ? 'is elsewhere' : `${sizeOf(least.freeBytes)} free for ${least.title}`);
}

export interface ClockFacts {
  /** How far the clock of the database is from that of this machine, in seconds; absent where it was not asked. */
  readonly database?: number;
  /** The same for whoever answers the site. */
  readonly site?: number;
}

const MOST_SECONDS = 60;
const FEW_SECONDS = 5;

export function judgeClock({ database, site }: ClockFacts): Found | undefined {
  const clocks = [
    ...(database === undefined ? [] : [{ whose: 'the database', apart: Math.abs(database) }]),
    ...(site === undefined ? [] : [{ whose: 'the site', apart: Math.abs(site) }]),
  ];
  const [worst] = clocks.toSorted((one, other) => other.apart - one.apart);
  if (worst === undefined) return undefined;
  const says = `${Math.round(worst.apart)} seconds from the clock of ${worst.whose}`;
  const todo = 'keep every clock in step (systemd-timesyncd or chrony)';
  if (worst.apart > MOST_SECONDS) return wrong(says, todo, 'Time');
  if (worst.apart > FEW_SECONDS) return look(says, todo, 'Time');
  return ok(`in step with ${clocks.map(({ whose }) => whose).join(' and ')}`);
}

export interface EventFacts {
  readonly halted: readonly string[];
  /** Consumers whose oldest event has waited for long. */
  readonly behind: readonly { readonly consumer: string; readonly seconds: number }[];
  readonly deadLetters: number;
  readonly failedEmails: number;
}

const EVENTS = 'Events';

export function judgeEvents({ halted, behind, deadLetters, failedEmails }: EventFacts): readonly Found[] {
  const [latest] = behind.toSorted((one, other) => other.seconds - one.seconds);
  const bad = [
    ...(halted.length === 0
      ? []
      : [wrong(`halted: ${named(halted)}`, 'npm run events -- status, which says why', EVENTS)]),
    ...(latest === undefined || halted.includes(latest.consumer)
      ? []
      : [
          look(
            `${latest.consumer} is ${Math.round(latest.seconds)} seconds behind`,
            'npm run events -- status',
            EVENTS,
          ),
        ]),
    ...(deadLetters === 0
      ? []
      : [look(`${counted(deadLetters, 'dead letter')}`, 'npm run events -- dlq list', EVENTS)]),
    ...(failedEmails === 0
      ? []
      : [
          look(
            `${counted(failedEmails, 'email')} could not be sent`,
            'npm run events -- dlq list, or /colonel/system',
            EVENTS,
          ),
        ]),
  ];
  return worstOf(bad, 'nothing halted, set aside or failed');
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
const named = ([first = '', ...more]: readonly string[]) =>
  more.length === 0 ? first : `${first} and ${more.length} more`;

export interface RunningFacts {
  readonly isProduction: boolean;
  /** By process; a process that is not ready says why. */
  readonly processes: readonly {
    readonly name: string;
    readonly isReady: boolean;
    readonly reason?: string | undefined;
  }[];
}

export function judgeRunning({ processes, isProduction }: RunningFacts): readonly Found[] {
  const bad = processes.flatMap(({ name, isReady, reason = 'not ready' }) => {
    if (isReady) return [];
    const says = `${name === '' ? '' : `${name}: `}${reason}`;
    return isProduction ? [wrong(says, TODO_START, 'When Onceover does not start')] : [look(says, TODO_START)];
  });
  const names = processes.map(({ name }) => name).filter((name) => name !== '');
  return worstOf(bad, names.length === 0 ? 'it runs and is ready' : `ready: ${names.join(', ')}`);
}

const TODO_START = 'start it, or check its log';
