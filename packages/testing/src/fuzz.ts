import { chance, noteProof, proofSeed, proofVolume } from './proof.ts';

/** A parser as whoever is outside can call it: a text that they chose, and what it may throw. */
export interface FuzzedParser {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  /** Well-formed and nearly well-formed inputs, which are mutated. */
  readonly seeds: readonly string[];
  /** What it declares that it throws; by default nothing. */
  readonly mayThrow?: (error: unknown) => boolean;
  /** What must hold of whatever it gives; throws where it does not. */
  readonly check?: (parsed: unknown, text: string) => void;
}

export interface Fuzzed {
  readonly inputs: number;
  /** Each with the input that shows it, as JSON. */
  readonly undeclared: readonly string[];
  readonly slow: readonly string[];
}

/** No parser of a request's part may take that long. */
const SLOW_MS = 100;
const LONGEST = 2_000;
const SHOWN = 10;
const MOST_MUTATIONS = 6;
/** What parsers stumble over: separators, ends, percent signs, other scripts, halves of characters. */
const PIECES = [
  '',
  ' ',
  '\t',
  '\r\n',
  '\0',
  '"',
  "'",
  '\\',
  '/',
  '//',
  ':',
  ';',
  ',',
  '=',
  '&',
  '%',
  '%00',
  '%2f',
  '%zz',
  '+',
  '@',
  '.',
  '..',
  '-',
  '_',
  '#',
  '?',
  '[]',
  '{}',
  'null',
  'true',
  '-1',
  '0',
  '1e999',
  '9007199254740993',
  'NaN',
  '__proto__',
  'constructor',
  '\u202e',
  '\u0130',
  '\ud800',
  '\udfff',
  'ﬀ',
  'xn--',
  '😀',
  'é',
  'e\u0301',
  '\ufeff',
  '*/*',
  'q=0.5',
  'Basic ',
  'Bearer ',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'a'.repeat(64),
  'a'.repeat(300),
  ','.repeat(200),
  '%'.repeat(100),
  '('.repeat(100),
];

/** Lets a parser read inputs by chance, mutated from its seeds: `share` of the volume that a proof asks for. */
export function fuzz(
  { name, parse, seeds, mayThrow = () => false, check }: FuzzedParser,
  quick: number,
  share = 1,
): Fuzzed {
  const inputs = Math.max(1, Math.ceil(proofVolume(quick) * share));
  // Another sequence for each parser.
  const next = chance(`${proofSeed()} ${name}`);
  const [undeclared, slow]: [string[], string[]] = [[], []];
  for (let turn = 0; turn < inputs; turn += 1) {
    const text = turn < seeds.length ? (seeds[turn] ?? '') : mutated(seeds, next);
    const began = performance.now();
    try {
      const parsed = parse(text);
      if (performance.now() - began > SLOW_MS && isSlowAgain(parse, text)) slow.push(shown(name, text));
      check?.(parsed, text);
    } catch (error) {
      if (!mayThrow(error)) undeclared.push(`${shown(name, text)}: ${error}`);
    }
  }
  noteProof({
    counts: { 'inputs parsed': inputs },
    zero: { 'undeclared errors': undeclared.length, 'inputs that took 100 ms': slow.length },
  });
  return { inputs, undeclared: undeclared.slice(0, SHOWN), slow: slow.slice(0, SHOWN) };
}

function mutated(seeds: readonly string[], next: () => number): string {
  const below = (most: number) => Math.floor(next() * most);
  const oneOf = (list: readonly string[]) => list[below(list.length)] ?? '';
  let text = oneOf(seeds);
  for (let left = 1 + below(MOST_MUTATIONS); left > 0; left -= 1) {
    const at = below(text.length + 1);
    const end = Math.min(text.length, at + below(12));
    const ways = [
      () => text.slice(0, at) + oneOf(PIECES) + text.slice(at),
      () => text.slice(0, at) + text.slice(end),
      () => text.slice(0, at) + String.fromCharCode(below(next() < 0.8 ? 128 : 65_536)) + text.slice(at + 1),
      () => text.slice(0, end) + text.slice(at),
      () => text.slice(0, at) + oneOf(seeds).slice(below(20)),
      () => oneOf(PIECES) + oneOf(PIECES) + oneOf(PIECES),
    ];
    text = ways[below(ways.length)]?.() ?? text;
  }
  return text.slice(0, LONGEST);
}

/** Once may be the machine's fault. */
function isSlowAgain(parse: FuzzedParser['parse'], text: string): boolean {
  return [1, 2].every(() => {
    const began = performance.now();
    try {
      parse(text);
    } catch {
      // Only the time is asked for.
    }
    return performance.now() - began > SLOW_MS;
  });
}

const shown = (name: string, text: string) => `${name} of ${JSON.stringify(text.slice(0, 300))}`;
