import { type Client, createClient, type SubscribePayload } from 'graphql-ws';
import { noteSocketRefused } from '../lib/calls/auth-signals.ts';
import { formToken } from '../lib/calls/form-token.ts';
import { renewFormToken } from '../session/watch-form-token.ts';

/** The close code of a socket whose session has ended, or whose form token is old. */
const forbidden = 4403;
const longestWaitMilliseconds = 30_000;
const pingMilliseconds = 25_000;
const pongMilliseconds = 5_000;
/** A change of page leaves the socket open for the next one. */
const lingerMilliseconds = 3_000;
/** After a refusal: whoever watches the session renews the form token meanwhile, or leaves the page. */
const leaveMilliseconds = 2_000;

export interface AnswerSink {
  readonly next: (data: unknown) => void;
  readonly fail: (code: string) => void;
  readonly complete: () => void;
}

let client: Client | undefined;

/** Asks over the tab's one socket, which is opened if need be. Returns what ends it. */
export function ask(question: SubscribePayload, sink: AnswerSink, onConnected: (isNow: boolean) => void): () => void {
  client ??= openClient(onConnected);
  return client.subscribe(question, {
    next: ({ data, errors }) => (data ? sink.next(data) : sink.fail(codeOf(errors) ?? 'INTERNAL')),
    error: (problem) => sink.fail(codeOf(problem) ?? 'UNAVAILABLE'),
    complete: sink.complete,
  });
}

/** The code of the first error of the graph; undefined for a socket that closed. */
function codeOf(problem: unknown): string | undefined {
  if (!Array.isArray(problem)) return undefined;
  const [first] = problem as readonly { readonly extensions?: { readonly code?: string } }[];
  return first?.extensions?.code ?? 'INTERNAL';
}

/** A page that is left in the moment its socket closes has nobody to tell, which browsers would log as an error. */
class Socket extends WebSocket {
  override send(data: string): void {
    if (this.readyState === WebSocket.OPEN) super.send(data);
  }
}

function openClient(onConnected: (isNow: boolean) => void): Client {
  let isDoubtful = false;
  let pong: ReturnType<typeof setTimeout> | undefined;
  const opened = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    webSocketImpl: Socket,
    async connectionParams() {
      if (isDoubtful) await renewFormToken();
      return { shrimp: formToken() ?? '' };
    },
    lazyCloseTimeout: lingerMilliseconds,
    keepAlive: pingMilliseconds,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (retries) => patience(retries, isDoubtful ? leaveMilliseconds : 0),
    shouldRetry: () => true,
    on: {
      connected() {
        isDoubtful = false;
        onConnected(true);
      },
      closed(event) {
        clearTimeout(pong);
        onConnected(false);
        if ((event as CloseEvent).code !== forbidden) return;
        // The form token is old, or the session has ended: whoever watches the session finds out.
        isDoubtful = true;
        noteSocketRefused();
      },
      ping(isReceived) {
        if (!isReceived) pong = setTimeout(() => opened.terminate(), pongMilliseconds);
      },
      pong: () => clearTimeout(pong),
    },
  });
  // Without a network nothing arrives, but a socket would not notice for minutes. A page that is kept holds none open.
  addEventListener('offline', () => opened.terminate());
  addEventListener('pagehide', () => opened.terminate());
  return opened;
}

/** Waits longer each time and never in step with others; until the network is back, but no longer than that. */
async function patience(retries: number, least: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const longer = Math.random() * Math.min(longestWaitMilliseconds, 1000 * 2 ** retries);
  const timer = setTimeout(resolve, least + longer);
  addEventListener('online', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
