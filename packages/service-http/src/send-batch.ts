import { type Agent, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { BATCH_PATH, type Outcome, outcomeLine, refusalBody } from './protocol.ts';
import { readBody } from './read-body.ts';
import { troubleOf } from './trouble.ts';

const MOST_REFUSAL_BYTES = 10_000;
/** Characters of one outcome, at most. */
const MOST_LINE = 64 * 1024 * 1024;

/** How a request ended, whatever outcomes came before. */
export type Ending =
  /** Every outcome that there is has come. */
  | { readonly kind: 'done' }
  /** Nothing of it was done: the other side could not be reached, or is not up, or does not believe who asks. */
  | { readonly kind: 'not-run'; readonly error: Error }
  /** Nothing of it was done, and nothing of it ever will be. */
  | { readonly kind: 'refused'; readonly error: Error }
  /** It was sent, and whatever has not come by now is not known. */
  | { readonly kind: 'lost'; readonly error: Error };

export interface BatchListener {
  /** The other side has read the questions and works on them. */
  onAccepted(): void;
  onOutcome(index: number, outcome: Outcome): void;
  /** Called once, as the last. */
  onEnd(ending: Ending): void;
  /** The other side goes away: it answers this, and wants no more. */
  onLeaving(): void;
}

export interface Batch {
  readonly url: URL;
  readonly agent: Agent;
  readonly authorization: string;
  readonly body: string;
}

/** Sends questions, and tells of each outcome as it comes. Disposing it gives up waiting. */
export function sendBatch({ url, agent, authorization, body }: Batch, listener: BatchListener): Disposable {
  const send = url.protocol === 'https:' ? requestTls : requestPlain;
  const headers = {
    authorization,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const request = send(url, { agent, method: 'POST', path: BATCH_PATH, headers });
  let isSent = false;
  let hasEnded = false;
  const end = (ending: Ending) => {
    if (hasEnded) return;
    hasEnded = true;
    listener.onEnd(ending);
  };
  request.once('socket', (socket) => {
    const ready = url.protocol === 'https:' ? 'secureConnect' : 'connect';
    if (!socket.connecting) isSent = true;
    else socket.once(ready, () => (isSent = true));
  });
  request.once('error', (cause) => {
    end({ kind: isSent ? 'lost' : 'not-run', error: new Error(troubleOf(cause, url), { cause }) });
  });
  request.once('response', (response) => {
    if (response.statusCode !== 200) return void readRefusal(response).then(end);
    readOutcomes(response, listener, end);
    if (response.headers.connection === 'close') listener.onLeaving();
  });
  request.end(body);
  return { [Symbol.dispose]: () => void request.destroy(new Error('no answer came in time')) };
}

function readOutcomes(response: IncomingMessage, listener: BatchListener, end: (ending: Ending) => void): void {
  listener.onAccepted();
  let begun = '';
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop() ?? '';
    try {
      if (begun.length > MOST_LINE) throw new RangeError('an outcome is too long');
      for (const line of lines) listener.onOutcome(...outcomeLine.parse(JSON.parse(line)));
    } catch {
      // Without the cause, which quotes what was answered.
      response.destroy(new Error('an outcome that cannot be read'));
    }
  });
  response.once('error', (error) => end({ kind: 'lost', error }));
  response.once('end', () => end({ kind: 'done' }));
  response.once('close', () => end({ kind: 'lost', error: new Error('the connection was lost') }));
}

async function readRefusal(response: IncomingMessage): Promise<Ending> {
  const status = response.statusCode ?? 0;
  try {
    const { message } = refusalBody.parse(JSON.parse((await readBody(response, MOST_REFUSAL_BYTES)).toString('utf8')));
    const error = new Error(`${message} (${status})`);
    return { kind: status === 401 || status === 503 ? 'not-run' : 'refused', error };
  } catch {
    return { kind: 'lost', error: new Error(`an answer ${status} that cannot be read`) };
  }
}
