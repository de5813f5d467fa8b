import { pythonEnvironment } from './python-environment.js';

const { program, isCurrent, install } = pythonEnvironment('foreign-clients');

/** What to say where `findForeignClients` found none. */
export const noForeignClients =
  "There are no clients of Onetime Secret for Python and no Ansible, so neither others' programs nor all recipes of docs/API.md " +
  'can be tried. npm test installs them with Python 3.11 or newer and its modules venv and pip.';

/**
 * The `python` that has the packages `onetimesecret` and `otscli`, or undefined; beside it are the programs `otscli` and
 * `ansible-playbook`. They are in our cache. If they are not, installs them there, in a virtual environment of Python.
 */
export async function findForeignClients() {
  if (!isCurrent()) {
    process.stdout.write('No clients of others found. Installing them.\n');
    await install();
  }
  return isCurrent() ? program('python') : undefined;
}
