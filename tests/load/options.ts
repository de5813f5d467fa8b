import { parseArgs } from 'node:util';
import { stepNames } from './steps.ts';

export interface BenchOptions {
  /** Parallel connections, a table for each count. */
  readonly connections: readonly number[];
  /** How often every system is measured; figures are medians. */
  readonly rounds: number;
  /** Length of one measurement of one step. */
  readonly seconds: number;
  /** Another system to measure beside this one. */
  readonly against: { readonly url: URL; readonly pid: number | null } | null;
  /** How many live secrets to compare with an empty system; 0 for no comparison. */
  readonly grow: number;
}

export const help = `npm run bench -- [options]

Prints how fast the program that npm start runs is on this machine, beside a bare node:http server that answers the same
bytes to the same client in the same run. Every system is measured in turn, round by round, so that whatever else the
machine does meets all of them alike. Nothing passes or fails.

  --connections N,M,…  parallel connections, a table for each (default 64,1);
                       after the first, a quarter of the rounds
  --rounds N           how often each system is measured; figures are medians (default 4)
  --seconds S          length of one measurement (default 1)
  --grow N             measures also a second system that holds N live secrets: 10,000 concealed through its API,
                       the others copies of their rows under other keys
  --against URL        measures also a running system that speaks /api/v2, such as http://127.0.0.1:3000;
                       it needs ONCEOVER_RATE_LIMITS=off or the like. The secrets concealed there expire in an hour
  --pid N              process id of that system: shows its CPU, and apart that of a PostgreSQL it has started
  --help               prints this

Settings of the program can be given as usual; ONCEOVER_LOG_LEVEL=info adds the cost of the request log.
Steps: ${stepNames.join(', ')}. A cycle conceals a secret of 1 KiB, looks at it and reveals it.
A default run takes about two and a half minutes, with --grow 1000000 about six.
`;

/** Reads the command line; null if help was asked for. Throws a `RangeError` or `TypeError` that says what is wrong. */
export function readOptions(args: readonly string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      connections: { type: 'string', default: '64,1' },
      rounds: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '1' },
      grow: { type: 'string', default: '0' },
      against: { type: 'string' },
      pid: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  if (values.pid !== undefined && values.against === undefined) throw new RangeError('--pid needs --against');
  const pid = values.pid === undefined ? null : count('--pid', values.pid);
  return {
    connections: values.connections.split(',').map((text) => count('--connections', text)),
    rounds: count('--rounds', values.rounds),
    seconds: positive('--seconds', values.seconds),
    grow: values.grow === '0' ? 0 : count('--grow', values.grow),
    against: values.against === undefined ? null : { url: address(values.against), pid },
  };
}

function count(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new RangeError(`${name} takes a whole number above 0, not ${text}`);
  return Number(text);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new RangeError(`${name} takes seconds, not ${text}`);
  return value;
}

function address(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:') throw new RangeError(`--against takes an http address, not ${text}`);
  return url;
}
