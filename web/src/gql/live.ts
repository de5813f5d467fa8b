import { isOnCustomHost } from '../site/site-address.ts';
import type { LiveOperation } from './define-operation.ts';
import { ask } from './live-connection.ts';
import { liveState, setLiveState } from './live-state.ts';

/** What a subscription tells. A stream that is interrupted goes on by itself, and tells nothing of it. */
export interface LiveSink<Data> {
  readonly next: (data: Data) => void;
  /** The server ended the stream, and asking the same again would not help: `RESYNC_REQUIRED`, `NOT_AUTHORIZED` and the like. */
  readonly error: (code: string) => void;
}

/** Why a stream ends for a while only. */
const passing: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL']);
/** Before it is said that updates are paused. */
const calmMilliseconds = 10_000;
const longestRetryMilliseconds = 60_000;

const streams = new Set<Stream>();
let isConnected = false;
let pausing: ReturnType<typeof setTimeout> | undefined;

/**
 * Listens to a subscription of the graph, over one socket for the whole tab, which opens with the first and closes after
 * the last. An interrupted stream is taken up again with growing pauses, and at once when the network is back; `variables`
 * are asked for each time. Returns what ends it. Customers' hosts have no sockets: there it does nothing.
 *
 * Public pages load this module when they are shown, so that it is not among their first bytes.
 */
export function subscribe<Data, Variables>(
  operation: LiveOperation<Data, Variables>,
  variables: () => Variables,
  sink: LiveSink<Data>,
): () => void {
  if (isOnCustomHost()) return () => undefined;
  const stream = new Stream(operation, variables, sink as LiveSink<unknown>);
  streams.add(stream);
  stream.start();
  settle();
  return () => stream.end();
}

class Stream {
  isRunning = true;
  readonly #question: { readonly query: string; readonly operationName: string; variables: Record<string, unknown> };
  readonly #sink: LiveSink<unknown>;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leave: () => void = () => undefined;

  constructor(
    { name, text }: Pick<LiveOperation<never, never>, 'name' | 'text'>,
    variables: () => unknown,
    sink: LiveSink<unknown>,
  ) {
    this.#sink = sink;
    this.#question = {
      query: text,
      operationName: name,
      // Read whenever it is sent, which is once for every connection.
      get variables() {
        return variables() as Record<string, unknown>;
      },
    };
  }

  start(): void {
    const sink = {
      next: (data: unknown) => {
        this.#failures = 0;
        this.#run(true);
        this.#sink.next(data);
      },
      fail: (code: string) => this.#fail(code),
      complete: () => streams.has(this) && this.end(),
    };
    this.#leave = ask(this.#question, sink, connected);
  }

  end(): void {
    clearTimeout(this.#timer);
    streams.delete(this);
    this.#leave();
    settle();
  }

  #fail(code: string): void {
    if (!streams.has(this)) return;
    if (!passing.has(code)) {
      this.end();
      this.#sink.error(code);
      return;
    }
    this.#run(false);
    this.#failures += 1;
    const longest = Math.min(longestRetryMilliseconds, 1000 * 2 ** this.#failures);
    this.#timer = setTimeout(() => this.start(), Math.random() * longest);
  }

  #run(isRunning: boolean): void {
    this.isRunning = isRunning;
    settle();
  }
}

function connected(isNow: boolean): void {
  isConnected = isNow;
  settle();
}

/** Says what holds for all streams together; a short interruption is nobody's concern. */
function settle(): void {
  const isLive = isConnected && [...streams].every(({ isRunning }) => isRunning);
  if (streams.size > 0 && !isLive) {
    if (liveState() === 'live') setLiveState('off');
    pausing ??= setTimeout(() => setLiveState('paused'), calmMilliseconds);
    return;
  }
  clearTimeout(pausing);
  pausing = undefined;
  setLiveState(streams.size === 0 ? 'off' : 'live');
}
