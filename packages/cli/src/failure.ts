import { OnceoverError } from '@onceover/client';
import { visible } from './terminal/visible.ts';

/** What the command exits with. The texts stand in `--help` and in the manual page. */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  refused: {
    code: 1,
    meaning: 'refused: the secret is gone, the passphrase is wrong, or the server does not accept it',
  },
  usage: { code: 2, meaning: 'usage: an option, a link, a file or a setting is missing or wrong' },
  notAuthorized: { code: 3, meaning: 'not authorized: there is no API token, or the server does not accept it' },
  unavailable: { code: 4, meaning: 'unavailable: the server cannot be reached, is down, or asks to try again later' },
  notWritten: { code: 5, meaning: 'not written: the output or a file could not be written' },
  unexpected: { code: 70, meaning: 'a fault of the command itself; please report it' },
  interrupted: { code: 130, meaning: 'interrupted with Ctrl-C' },
  brokenPipe: { code: 141, meaning: 'the reader of the output closed it' },
} as const;

export type ExitReason = keyof typeof exitCodes;

/** Ends the command with one sentence for the person. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly reason: ExitReason;
  /** For programs, with `--json`. */
  readonly code: string;

  constructor(reason: ExitReason, message: string, code: string = reason) {
    super(message);
    this.reason = reason;
    this.code = code;
  }
}

export function usage(message: string): Failure {
  return new Failure('usage', message);
}

const NO_CONNECTION = ['network', 'timeout', 'redirected', 'bad_answer', 'outcome_unknown', 'rate_limited'];

/** What went wrong at the server, in a sentence and with an exit code. `host` is where it was asked. */
export function failureOf(error: unknown, host: string): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof OnceoverError)) {
    // Its text may hold anything, a secret too.
    return new Failure('unexpected', 'The command failed because of a bug. Please report it.');
  }
  return new Failure(reasonOf(error), visible(sentenceOf(error, host)), error.code);
}

function reasonOf({ status, code }: OnceoverError): ExitReason {
  if (status === 401 || code === 'not_authorized') return 'notAuthorized';
  if (code === 'bad_link' || code === 'bad_input') return 'usage';
  if (NO_CONNECTION.includes(code) || status >= 500 || status === 429) return 'unavailable';
  return 'refused';
}

function sentenceOf({ code, message, status, retryAfterSeconds }: OnceoverError, host: string): string {
  const reason = /\(([A-Z0-9_]+)\)/.exec(message)?.[1];
  if (code === 'network') {
    return `${host} cannot be reached${reason === undefined ? '' : ` (${reason})`}. Check the connection and the address.`;
  }
  if (code === 'unknown_secret')
    return 'There is no such secret: it was opened or burned, has expired, or never existed.';
  if (code === 'bad_passphrase') return 'The passphrase is wrong.';
  if (code === 'not_burned') return 'There is nothing to burn: the secret has ended already.';
  if (code === 'people_only') return 'Only a person may open this. Open the link in a browser.';
  if (code === 'not_authorized') {
    return `${host} does not accept the API token, or the token does not allow this. Sign in again with: onceover login`;
  }
  if (code === 'rate_limited') {
    const wait = retryAfterSeconds === undefined ? 'later' : `in ${retryAfterSeconds} seconds`;
    return `${host} has had too many requests. Try again ${wait}.`;
  }
  if (status === 503 && code !== 'outcome_unknown') return `${host} is unavailable. Try again later.`;
  return message;
}
