import path from 'node:path';
import { ensureInstalled } from './ensure-installed.js';
import { runNode } from './run.js';

/**
 * `npm run accounts|events|rebuild|audit|mail|partners|import|keys|backup`: installs what is missing, then runs the operator's command. With
 * `--env PATH`, beside services that run apart, whose settings are there; without it, on the data of `npm start`.
 */
await ensureInstalled();
const { at, words } = takeEnv(process.argv.slice(2));
const main = (profile) => path.join('infra', profile, 'src', 'command-main.ts');
process.exitCode =
  at === undefined ? await runNode(main('embedded'), words) : await runNode(main('distributed'), [at].concat(words));

/** Takes `--env PATH` or `--env=PATH` out of the words. */
function takeEnv(words) {
  const found = words.findIndex((word) => word === '--env' || word.startsWith('--env='));
  if (found === -1) return { words };
  const isApart = words[found] === '--env';
  const at = isApart ? words[found + 1] : words[found].slice('--env='.length);
  return { at: at || '', words: words.slice(0, found).concat(words.slice(found + (isApart ? 2 : 1))) };
}
