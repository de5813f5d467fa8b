import type { Command } from 'commander';
import { type Actions, createProgram } from './program.ts';

/** The command line as a description: nothing of it runs. */
export function describedProgram(): Command {
  const nothing = async () => {};
  const actions: Actions = {
    share: nothing,
    open: nothing,
    burn: nothing,
    status: nothing,
    generate: nothing,
    list: nothing,
    events: nothing,
    login: nothing,
    logout: nothing,
    profiles: nothing,
    completion: nothing,
  };
  return createProgram(actions, '');
}
