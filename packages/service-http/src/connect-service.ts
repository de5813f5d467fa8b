import { Agent, type AgentOptions } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import { type AskInternal, answererOf, type InternalCalls } from '@onceover/service-kit/internal-call';
import { allReady, type Readiness } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import { seldomPer } from '@onceover/service-kit/seldom-per';
import { noTracing, type Tracing } from '@onceover/service-kit/tracing';
import { answerIn } from './answer-in.ts';
import { askReadiness } from './ask-readiness.ts';
import type { TlsIdentity } from './protocol.ts';
import { QuestionQueue } from './question-queue.ts';
import { type AskQuestion, remoteSubgraph } from './remote-subgraph.ts';
import { createSigner } from './signature.ts';

export interface ConnectingOptions {
  /** The service that asks. */
  readonly caller: string;
  /** The service that answers. */
  readonly name: string;
  /** Where its processes answer, such as `http://127.0.0.1:4001`. They are asked in turn. */
  readonly urls: readonly string[];
  /** The key that both share, 32 bytes. */
  readonly key: Uint8Array;
  readonly tls?: TlsIdentity | undefined;
  /** How long an answer may take; longer than the service itself waits for what it needs. Default: 15 s. */
  readonly deadlineMs?: number;
  readonly log: Logger;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

/** A service that runs elsewhere. It need not be up: asked before that, it is an outage. */
export interface ServiceConnection extends Disposable {
  readonly name: string;
  /** Makes the calls that the service answers. */
  readonly ask: AskInternal;
  /** Its part of the graph. */
  subgraph<Caller>(sdl: string): Subgraph<Caller>;
  /** Whether any of its processes is ready. */
  ready(): Promise<Readiness>;
}

const DEADLINE_MS = 15_000;
/** Shorter than servers keep connections, so that it is here that unused ones are closed. */
const UNUSED_MS = 30_000;

/** Joins the calls of a service that runs elsewhere; whatever it is asked shares its requests. */
export function connectService(options: ConnectingOptions): ServiceConnection {
  const { caller, name, urls, key, tls, log } = options;
  const queue = new QuestionQueue({
    name,
    urls: urls.map((url) => new URL(url)),
    openAgent: (url) => openAgent(url, tls),
    sign: createSigner(caller, name, key),
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    ...tellingOf(name, log),
  });
  const onFault = (err: unknown) => log.error({ err, service: name }, 'another service could not be asked');
  const ask = tracedAsking(queue, options);
  return {
    name,
    ask: askBy(ask, options),
    subgraph: <Caller>(sdl: string): Subgraph<Caller> => remoteSubgraph({ name, sdl, ask, onFault }),
    ready: () => readyAtAny(urls, tls),
    [Symbol.dispose]: () => queue[Symbol.dispose](),
  };
}

/** Asks each call where it is answered: in this process what it answers itself, everything else elsewhere. */
export function askEverywhere(here: InternalCalls, elsewhere: readonly ServiceConnection[]): AskInternal {
  const connections = new Map(elsewhere.map((connection) => [connection.name, connection]));
  return (call, input) => (connections.get(answererOf(call)) ?? here).ask(call, input);
}

/** Each question says which span it is part of, so that what the other side does becomes part of it too. */
function tracedAsking(queue: QuestionQueue, { name, tracing = noTracing }: ConnectingOptions): AskQuestion {
  if (!tracing.isOn) return (question, whenLost) => queue.ask(question, whenLost);
  return (question, whenLost) => {
    const asked = question.kind === 'call' ? question.name : 'operation';
    const attributes = { 'rpc.service': name, 'rpc.method': asked };
    return tracing.run({ name: `ask ${name} ${asked}`, kind: 'client', attributes }, ({ traceparent }) =>
      queue.ask(traceparent === undefined ? question : { ...question, traceparent }, whenLost),
    );
  };
}

function askBy(ask: AskQuestion, { caller }: ConnectingOptions): AskInternal {
  return async (call, input) => {
    if (!call.askers.includes(caller)) throw new Error(`${caller} may not ask ${call.name}`);
    const outcome = await ask({ kind: 'call', name: call.name, input }, call.whenLost);
    return call.output.parse(answerIn(outcome, call.name));
  };
}

async function readyAtAny(urls: readonly string[], tls: TlsIdentity | undefined): Promise<Readiness> {
  const found = await Promise.all(urls.map((url) => askReadiness(new URL(url), tls)));
  return found.find(({ isReady }) => isReady) ?? allReady(found);
}

function openAgent({ protocol }: URL, tls: TlsIdentity | undefined): Agent {
  const settings: AgentOptions = { keepAlive: true, scheduling: 'lifo', timeout: UNUSED_MS };
  return protocol === 'https:' ? new TlsAgent({ ...settings, ...tls, minVersion: 'TLSv1.3' }) : new Agent(settings);
}

/** Says once that a service cannot be asked, with the reason, and once that it can again. */
function tellingOf(service: string, log: Logger) {
  let isDown = false;
  const tell = seldomPer((_reason, fields) => log.warn(fields, 'another service cannot be asked'));
  return {
    onDown(error: Error): void {
      isDown = true;
      tell(error.message, { service, reason: error.message });
    },
    onBack(): void {
      if (isDown) log.info({ service }, 'another service can be asked again');
      isDown = false;
    },
  };
}
