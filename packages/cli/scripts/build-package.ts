import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const home = fileURLToPath(new URL('..', import.meta.url));
/** Something big is almost always a tool that came in unnoticed. If it is wanted, raise this. */
const MOST_CHARACTERS = 800_000;

/**
 * Writes the command as one file that Node 20 runs, with its manual page, the licences of what is in it, and a `package.json` without
 * dependencies. Resolves with the path of the command.
 */
export async function buildPackage(target: string): Promise<string> {
  rmSync(target, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { onceover: path.join(home, 'src/main.ts') },
    platform: 'node',
    transform: { target: 'node20' },
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    banner: '#!/usr/bin/env node',
    codeSplitting: false,
    comments: false,
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  const [chunk, ...more] = output;
  if (more.length > 0) throw new Error(`one file was expected, not ${output.length}`);
  if (chunk.code.length > MOST_CHARACTERS)
    throw new Error(`${chunk.code.length} characters are more than ${MOST_CHARACTERS}`);
  const command = path.join(target, chunk.fileName);
  chmodSync(command, 0o755);
  writeFileSync(path.join(target, 'THIRD-PARTY.txt'), licencesOf(chunk.moduleIds));
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(published(chunk.fileName), null, 2)}\n`);
  for (const file of ['README.md', 'onceover.1']) cpSync(path.join(home, file), path.join(target, file));
  return command;
}

function published(file: string): object {
  const own = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
  const { name, version, description, license, type, engines } = own;
  return { name, version, description, license, type, engines, bin: { onceover: file }, man: './onceover.1' };
}

/** Each package that is in the bundle, with the text of its licence, which has to go with it. */
function licencesOf(moduleIds: readonly string[]): string {
  const folders = new Set(
    moduleIds.flatMap((id) => /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1] ?? []),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no text of its licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(78)}\n\n`);
}
