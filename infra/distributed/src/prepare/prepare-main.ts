import { parseArgs } from 'node:util';
import { prepare, type ReachedName, reachedNames } from './prepare.ts';

const usage = `prepare DIRECTORY [--hosts NAME=HOST,HOST …] [--database postgres:5432/onceover]
Makes keys, certificates and a password for the processes of a stack, to each its own in DIRECTORY/NAME; what is there stays.
--hosts: how the processes of a service are reached, by default by its name. NAME is ${reachedNames.join(', ')}.`;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    hosts: { type: 'string', multiple: true, default: [] },
    database: { type: 'string', default: 'postgres:5432/onceover' },
    help: { type: 'boolean', short: 'h' },
  },
});
const [directory, ...more] = positionals;
if (values.help) process.stdout.write(`${usage}\n`);
else if (directory === undefined || more.length > 0 || !values.hosts.every((word) => named(word) !== undefined)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else await run(directory);

async function run(target: string): Promise<void> {
  const usual = reachedNames.map((name) => [name, [name]] as const);
  const given = values.hosts.map((word) => [named(word), word.slice(word.indexOf('=') + 1).split(',')] as const);
  const hosts = Object.fromEntries([...usual, ...given]) as Record<ReachedName, readonly string[]>;
  for (const file of await prepare({ directory: target, hosts, database: values.database })) {
    process.stdout.write(`made ${file}\n`);
  }
  process.stdout.write('everything is prepared\n');
}

/** The process of words such as `secrets=secrets-1,secrets-2`. */
function named(word: string): ReachedName | undefined {
  return reachedNames.find((name) => word.startsWith(`${name}=`) && word.length > name.length + 1);
}
