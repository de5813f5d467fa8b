import { parseArgs } from 'node:util';
import { locales } from '../locales.ts';
import { readCatalog } from './catalogs.ts';
import { markTexts, type TextState, textStates } from './states.ts';

const usage = `Usage: npm run languages -- mark <code> [--state ${textStates.join('|')}] [key or beginning of keys ...]
Notes that texts of a language say what English says today. Without keys: all of them. Without a state: machine.`;

/** Runs the command; throws a sentence for what cannot be marked. */
function mark(): void {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { state: { type: 'string' } } });
  const [command, code, ...starts] = positionals;
  const locale = locales.find((one) => one.code === code);
  if (command !== 'mark' || locale === undefined || locale.code === 'en') throw new Error(usage);
  const state = textStates.find((one) => one === (values.state ?? 'machine'));
  if (state === undefined) throw new Error(`There is no state ${values.state}.\n${usage}`);
  const texts = readCatalog(locale.code);
  const isMeant = (key: string) =>
    starts.length === 0 || starts.some((start) => key === start || key.startsWith(`${start}.`));
  const keys = [...texts.keys()].filter(isMeant);
  if (keys.length === 0) throw new Error(`${locale.code} has no text of ${starts.join(', ')}.`);
  markTexts(locale.code, { english: readCatalog('en'), keys, state: state satisfies TextState });
  process.stdout.write(`${keys.length} texts of ${locale.code} are marked as ${state}.\n`);
}

try {
  mark();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
