import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.js';
import { run } from './run.js';
import { installPackages, mayInstallPackages } from './system-packages.js';

/**
 * A virtual environment of Python in our cache with what `NAME-requirements.txt` beside this file lists: every file by its
 * hash, and nothing built here. `program` names one of its programs by its path.
 */
export function pythonEnvironment(name) {
  const requirements = path.join(root, 'infra', 'bootstrap', `${name}-requirements.txt`);
  const place = path.join(root, 'node_modules', '.cache', name);
  /** What was installed: when it is not what is required now, all is installed anew. */
  const installed = path.join(place, 'requirements.txt');
  const program = (called) => path.join(place, process.platform === 'win32' ? 'Scripts' : 'bin', called);
  const create = async () => {
    fs.rmSync(place, { recursive: true, force: true });
    return (await run('python3', ['-m', 'venv', place])) === 0;
  };
  return {
    program,
    isCurrent() {
      const wanted = fs.readFileSync(requirements, 'utf8');
      return fs.existsSync(installed) && fs.readFileSync(installed, 'utf8') === wanted;
    },
    async install() {
      if (!(await create()) && mayInstallPackages()) {
        await installPackages(['python3-venv', 'python3-pip']);
        if (!(await create())) return;
      }
      const words = ['install', '--quiet', '--require-hashes', '--only-binary=:all:', '--requirement', requirements];
      const code = await run(program('python'), ['-m', 'pip', '--disable-pip-version-check'].concat(words));
      if (code === 0) fs.copyFileSync(requirements, installed);
    },
  };
}
