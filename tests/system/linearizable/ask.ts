import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import type { History, Subject } from './history.ts';
import type { SecretState, Told } from './secret-model.ts';

export type Call = Told['call'];

/**
 * Asks once and records what was told. Nothing is recorded where nothing can have happened: a look without an answer, a
 * connection that was refused, an answer that says that nothing was done. If such an answer were a lie, no order would
 * explain what the others saw. `away`: there was no answer, or it said that there is none at present.
 */
export async function ask(history: History, subject: Subject, client: ApiClient, call: Call): Promise<'told' | 'away'> {
  const invokedAt = history.tick();
  const answer = await send(client, subject, call).catch(whatBroke);
  if (answer === 'refused') return 'away';
  if (answer === 'lost') {
    if (call === 'reveal' || call === 'burn') history.record(subject, { call, answer: 'unknown' }, invokedAt);
    return 'away';
  }
  const told = meaningOf(call, answer);
  if (told === 'odd') history.recordOdd(call, answer);
  else if (told !== 'nothing') history.record(subject, told, invokedAt);
  return answer.status === 503 ? 'away' : 'told';
}

function send(client: ApiClient, { links }: Subject, call: Call): Promise<ApiAnswer> {
  switch (call) {
    case 'reveal':
      return client.reveal(links.secretKey);
    case 'burn':
      return client.burn(links.metadataKey);
    case 'look':
      return client.look(links.secretKey);
    case 'metadata':
      return client.metadata(links.metadataKey);
  }
}

/** `nothing`: the answer says that nothing was done or found out. `odd`: no rule allows it. */
function meaningOf(call: Call, { status, body }: ApiAnswer): Told | 'nothing' | 'odd' {
  if (status === 200) return successOf(call, body.record);
  switch (`${call} ${status} ${body.code}`) {
    case 'reveal 503 outcome_unknown':
      return { call: 'reveal', answer: 'unknown' };
    case 'burn 503 outcome_unknown':
      return { call: 'burn', answer: 'unknown' };
    case 'reveal 404 unknown_secret':
      return { call: 'reveal', answer: 'gone' };
    case 'look 404 unknown_secret':
      return { call: 'look', answer: 'gone' };
    case 'burn 400 not_burned':
      return { call: 'burn', answer: 'refused' };
    default:
      return status === 503 && body.code === 'unavailable' ? 'nothing' : 'odd';
  }
}

interface AnyRecord {
  readonly state: SecretState;
  readonly secret_value?: string;
}

function successOf(call: Call, record: AnyRecord): Told | 'odd' {
  switch (call) {
    case 'reveal':
      return { call, answer: 'content', content: record.secret_value ?? '' };
    case 'burn':
      return record.state === 'burned' ? { call, answer: 'burned' } : 'odd';
    case 'look':
      return { call, answer: 'shown' };
    case 'metadata':
      return { call, answer: record.state };
  }
}

/** A refused connection carried nothing; on any other the request may have arrived. */
export function whatBroke(error: unknown): 'refused' | 'lost' {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'refused';
  if (['ECONNRESET', 'EPIPE'].includes(code ?? '') || message === 'the answer was cut off') return 'lost';
  throw error;
}
