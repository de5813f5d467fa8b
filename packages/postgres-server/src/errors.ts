/** Why a server did not start, as a closed set that a caller can act on. */
export type PostgresServerProblem =
  | 'already-running'
  | 'binaries-missing'
  | 'data-directory-broken'
  | 'data-directory-foreign'
  | 'data-directory-in-use'
  | 'data-directory-not-writable'
  | 'data-directory-unreachable'
  | 'data-directory-version'
  | 'leftover-server'
  | 'no-unprivileged-user'
  | 'socket-path-too-long'
  | 'start-failed';

/** The message is written for the person who started the program: what is wrong, where, and what to do about it. */
export class PostgresServerError extends Error {
  readonly problem: PostgresServerProblem;

  constructor(problem: PostgresServerProblem, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'PostgresServerError';
    this.problem = problem;
  }
}
