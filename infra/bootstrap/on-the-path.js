import fs from 'node:fs';
import path from 'node:path';

/** The directories in which a program is looked for. */
export function pathDirectories() {
  return (process.env.PATH || '').split(path.delimiter).filter((directory) => directory !== '');
}

/** The paths of programs with one of these names, in the order in which a shell would find them. */
export function onThePath(names) {
  return pathDirectories()
    .flatMap((directory) => names.map((name) => path.join(directory, name)))
    .filter((program) => fs.existsSync(program));
}
