import type { NativeAnswers } from '../../../../answers/native-answer.ts';
import type { Gate } from '../../../calls/secret-calls.ts';
import type { Links } from './links.ts';

const LINES_WHILE_CLOSED = 4;

/** The answer to a look at a secret. Source: REST contract 5.2. */
export function presentGate(key: string, gate: Gate, links: Links): NativeAnswers['secret'] {
  return { success: true, record: record(key, gate, links), details: details(gate, !gate.hasPassphrase) };
}

/** The answer to a reveal without `continue`: a look; the passphrase is not checked. */
export function presentUnconfirmed(
  key: string,
  gate: Gate,
  given: { readonly links: Links; readonly shrimp: string; readonly custid: string },
): NativeAnswers['unconfirmed'] {
  return {
    success: true,
    shrimp: given.shrimp,
    custid: given.custid,
    record: record(key, gate, given.links),
    details: details(gate, false),
  };
}

function record(key: string, gate: Gate, links: Links): NativeAnswers['secret']['record'] {
  return {
    key,
    secret_key: key,
    identifier: key,
    secret_shortkey: gate.shortkey,
    shortkey: gate.shortkey,
    state: 'new',
    is_truncated: null,
    original_size: null,
    verification: gate.verification,
    has_passphrase: gate.hasPassphrase,
    is_owner: gate.isOwner,
    share_domain: links.shareOrigin(gate.shareDomain),
    ...timesOf(gate),
  };
}

/** When a secret was created, and its lifetime in seconds. */
export function timesOf({ created, expiration }: Pick<Gate, 'created' | 'expiration'>) {
  const lifetime = expiration - created;
  return { secret_ttl: lifetime, lifespan: lifetime, created, updated: created };
}

function details(gate: Gate, isCorrectPassphrase: boolean): NativeAnswers['secret']['details'] {
  return {
    continue: false,
    show_secret: false,
    correct_passphrase: isCorrectPassphrase,
    display_lines: LINES_WHILE_CLOSED,
    one_liner: null,
    is_owner: gate.isOwner,
    verification: gate.verification,
  };
}
