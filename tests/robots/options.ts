import { parseArgs } from 'node:util';

export interface RobotsOptions {
  /** Secrets for each robot. */
  readonly secrets: number;
  /** How often each person opens a link. */
  readonly times: number;
  /** Only those whose name has this in it. */
  readonly only: string | undefined;
  /** Where a report in Markdown is written. */
  readonly report: string | undefined;
  /** Where the figures are written, for later reports to compare with. */
  readonly keep: string | undefined;
}

export const help = `npm run robots -- [options]

Lets robots come to links of the program that npm start runs, in real Chromium, then people, and prints who opened how many.
It takes a quarter of an hour at most: who is slow, or comes on a busy machine, comes to fewer secrets than were asked for,
and the table says to how many. Exit code 1: a robot that has no hand opened more than 2 in 100, a person met what none
should, or one of them could not do what it does.

  --secrets N    secrets for each robot (default 50)
  --times N      how often each person opens a link (default 3; 0: no people come)
  --only TEXT    only robots and people with this in their name
  --report FILE  writes a report too, such as docs/ROBOTS.md
  --keep FILE    writes the figures of the robots too, such as tests/robots/before.json
  --help         prints this
`;

/** Reads the command line; null if help was asked for. Throws a `RangeError` or `TypeError` that says what is wrong. */
export function readOptions(args: readonly string[]): RobotsOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      secrets: { type: 'string', default: '50' },
      times: { type: 'string', default: '3' },
      only: { type: 'string' },
      report: { type: 'string' },
      keep: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const { only, report, keep } = values;
  return { secrets: count('--secrets', values.secrets), times: count('--times', values.times, 0), only, report, keep };
}

function count(name: string, text: string, least = 1): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  if (number < least) throw new RangeError(`${name} takes a whole number from ${least} to 9999, not ${text}`);
  return number;
}
