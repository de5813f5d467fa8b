import { codeOf } from '@onceover/service-kit/errors';
import { scrub } from '@onceover/service-kit/logging';

export interface OutageReason {
  /** The SQLSTATE, or the code of the system call that failed; undefined where there is neither. */
  readonly code: string | undefined;
  /** For the log: the server's own words in one line, without keys or addresses. */
  readonly message: string;
  /** For everybody: what the code means, in our words. */
  readonly meaning: string;
}

const MEANINGS: Readonly<Record<string, string>> = {
  '25006': 'it is read-only',
  '28P01': 'it does not accept the password',
  '53100': 'its disk is full',
  '53200': 'it is out of memory',
  '53300': 'it has no connection to spare',
  '57P01': 'it is being stopped',
  '57P02': 'it crashed',
  '57P03': 'it is starting or stopping',
  '58030': 'its disk fails',
  ECONNREFUSED: 'nothing listens at its address',
  ENOENT: 'nothing listens at its address',
};

/** A lock or a statement that took too long, a deadlock: nothing is wrong with the database as a whole. */
const PASSING = /^(55P03|57014|40P01|40001|25P0[34])$/;

/** Reads the innermost error with a code among an error and its causes. */
export function outageReason(error: unknown): OutageReason {
  const cause = causeOf(error);
  const code = codeOf(cause);
  const words = cause instanceof Error ? cause.message : 'not an error';
  return {
    code,
    message: scrub(words).replaceAll(/\s+/g, ' ').slice(0, 300),
    meaning: (code !== undefined && MEANINGS[code]) || 'it does not answer as it should',
  };
}

/** Whether the failure says something about this statement only. */
export function isPassing({ code }: OutageReason): boolean {
  return code !== undefined && PASSING.test(code);
}

function causeOf(error: unknown): unknown {
  const isFinal = !(error instanceof Error) || error.cause === undefined || codeOf(error) !== undefined;
  return isFinal ? error : causeOf(error.cause);
}
