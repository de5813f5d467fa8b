import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutSymbols } from './without-symbols.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const NODE = '/usr/local/bin/node';
const SHELL = '/bin/sh';

/** Who runs in an image: nobody whom the host knows. PostgreSQL asks for the name, and knows its owner by it. */
export const imageUser = { name: 'onceover', id: 65_532, home: '/var/lib/onceover' } as const;

/**
 * Node and the libraries of the system that it, and the programs and libraries in `needed`, load; no package manager, and a shell only
 * where PostgreSQL's `initdb` needs one.
 */
export function copyRuntime(
  target: string,
  { needed, hasShell }: { readonly needed: readonly string[]; readonly hasShell: boolean },
): void {
  const copyTo = (source: string, place: string) => {
    mkdirSync(path.dirname(path.join(target, place)), { recursive: true });
    // Whatever name leads to it, the file itself.
    copyFileSync(realpathSync(source), path.join(target, place));
  };
  copyTo(process.execPath, NODE);
  withoutSymbols([path.join(target, NODE)]);
  if (hasShell) copyTo(SHELL, SHELL);
  const programs = [process.execPath, ...needed, ...(hasShell ? [SHELL] : [])];
  for (const library of new Set(programs.flatMap(librariesOf))) copyTo(library, library);
  const { name, id, home } = imageUser;
  writeText(target, 'etc/passwd', `root:x:0:0::/:/sbin/nologin\n${name}:x:${id}:${id}::${home}:/sbin/nologin\n`);
  writeText(target, 'etc/group', `root:x:0:\n${name}:x:${id}:\n`);
  writeText(target, 'etc/nsswitch.conf', 'hosts: files dns\n');
  mkdirSync(path.join(target, 'tmp'));
}

/** A program that is started by its name: its first line names Node, so it needs no shell. */
export function writeProgram(target: string, name: string, main: string): void {
  const file = writeText(target, `usr/local/bin/${name}`, `#!${NODE}\nimport('${main}');\n`);
  chmodSync(file, 0o755);
}

function writeText(target: string, place: string, text: string): string {
  const file = path.join(target, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The libraries of the system that a program or a library loads, itself and through others. */
function librariesOf(program: string): readonly string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  const missing = /^\s*(\S+) => not found/m.exec(stdout)?.[1];
  if (missing !== undefined) throw new Error(`${program} needs ${missing}, which this machine does not have`);
  const found = [...stdout.matchAll(/(?<=^\s|=> )(\/\S+) \(0x/gm)].map(([, file = '']) => file);
  return found.filter((file) => !path.resolve(file).startsWith(checkout) && existsSync(file));
}
