import { spawn } from 'node:child_process';
import path from 'node:path';
import { installed, root } from './project.js';

/**
 * Runs a program in the checkout and resolves with its exit code. Output goes straight through. Signals are passed on,
 * so that Ctrl-C, `docker stop` and service managers reach the program that does the work.
 */
export function run(program, args, options) {
  const { env, stdio } = options || {};
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: Object.assign({}, process.env, pinnedFirst(), env),
      stdio: stdio || 'inherit',
      shell: process.platform === 'win32',
    });
    const passOn = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, passOn);
    const done = (code) => {
      for (const signal of signals) process.off(signal, passOn);
      resolve(code);
    };
    child.once('error', (error) => {
      process.stderr.write(`${program} could not be started: ${error.message}\n`);
      done(127);
    });
    child.once('close', (code, signal) => done(code === null ? 128 + (signal === 'SIGINT' ? 2 : 15) : code));
  });
}

/** Runs a TypeScript or JavaScript file on the pinned Node, whichever Node runs this script. */
export function runNode(file, args, options) {
  return run(installed('node'), [file].concat(args), options);
}

/** Programs that npm installed start with `env node`, so the pinned Node has to be first on the path. */
function pinnedFirst() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH';
  return { [name]: path.dirname(installed('node')) + path.delimiter + (process.env[name] || '') };
}
