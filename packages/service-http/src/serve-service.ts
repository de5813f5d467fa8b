import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { codeOf } from '@onceover/service-kit/errors';
import { liveAnswer, readinessAnswer } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import { seldomPer } from '@onceover/service-kit/seldom-per';
import { tlsTrouble } from '@onceover/service-kit/tls';
import { type AnsweringOptions, type AnsweringService, answersOf, NotToAsk } from './answer-questions.ts';
import { AnswerStream } from './answer-stream.ts';
import { BATCH_PATH, MOST_REQUEST_BYTES, type Question, questions, type TlsIdentity } from './protocol.ts';
import { BodyTooLarge, ConnectionLost, readBody } from './read-body.ts';
import { createVerifier, mustBeBody, RequestRefused, type VerifierOptions } from './signature.ts';

export type { AnsweringService } from './answer-questions.ts';
export type { TlsIdentity } from './protocol.ts';

export interface ServingOptions<Caller>
  extends Pick<AnsweringOptions<Caller>, 'graphAskers' | 'readCaller' | 'tracing'> {
  /** The service, as others sign their requests to it. */
  readonly name: string;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly keysOf: VerifierOptions['keysOf'];
  /** Mutual TLS; absent: plain HTTP. */
  readonly tls?: TlsIdentity | undefined;
  readonly log: Logger;
  /** For tests: the time by which signatures are judged. */
  readonly now?: () => number;
}

/** Listens from the first moment; disposing it closes every connection. */
export interface ServiceServer<Caller> extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /**
   * From now on the service answers here; until then others are told that it is not up. Disposing what this gives drains: each
   * answer says that the service leaves, and once others have left it, or half a second later, no new connection is accepted; what
   * is in hand or still comes on those that are open is answered.
   */
  answer(service: AnsweringService<Caller>): AsyncDisposable;
}

/** Longer than any client of ours keeps a connection that it does not use. */
const KEEP_ALIVE_MS = 75_000;
/** How long draining waits for clients to leave. */
const LEAVE_MS = 500;
/** How often it looks whether they have, and how long at least a connection has that nobody here has seen yet. */
const LOOK_MS = 50;

/**
 * Opens the door of one service to the others: `POST /batch` for their questions, `GET /health/live` and `/health/ready` for
 * whoever watches over processes. Rejects with the error of the system where the place cannot be had.
 *
 * Source  security 6.10
 */
export async function serveService<Caller>(options: ServingOptions<Caller>): Promise<ServiceServer<Caller>> {
  const { host, port, tls } = options;
  const door = new Door(options);
  const listener: RequestListener = (request, response) => door.handle(request, response);
  const server = tls === undefined ? createServer(listener) : createTlsServer({ ...tls, ...MUTUAL }, listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('tlsClientError', (error: Error, socket: TLSSocket) => door.tellUntrusted(error, socket));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  const taken = (server.address() as AddressInfo).port;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${shownHost}:${taken}`,
    port: taken,
    answer(service) {
      door.open(service);
      return { [Symbol.asyncDispose]: () => drain(server, door) };
    },
    async [Symbol.asyncDispose]() {
      stopAccepting(server);
      server.closeAllConnections();
    },
  };
}

const MUTUAL = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' } as const;

/**
 * The system has accepted connections that the program has not: closing the door at once would cut them, with a question on its way
 * that nobody here has read.
 */
async function drain<Caller>(server: Server, door: Door<Caller>): Promise<void> {
  door.isLeaving = true;
  const until = performance.now() + LEAVE_MS;
  do await setTimeout(LOOK_MS);
  while ((await openConnections(server)) > 0 && performance.now() < until);
  stopAccepting(server);
  await door.whenIdle();
  door.close();
}

/** Not the way of HTTP servers, which would cut a request on its way through a connection that looks idle. */
function stopAccepting(server: Server): void {
  if (server.listening) NetServer.prototype.close.call(server);
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, many) => resolve(many)));
}

class Door<Caller> {
  isLeaving = false;
  readonly #options: ServingOptions<Caller>;
  readonly #verify: ReturnType<typeof createVerifier>;
  readonly #tellRefused: (reason: string, fields: object) => void;
  readonly #tellUntrusted: (reason: string, fields: object) => void;
  #service: (AnsweringService<Caller> & ReturnType<typeof answersOf<Caller>>) | undefined;
  #inHand = 0;
  #onIdle: (() => void) | undefined;

  constructor(options: ServingOptions<Caller>) {
    const { name, keysOf, now, log } = options;
    this.#options = options;
    this.#verify = createVerifier({ called: name, keysOf, ...(now && { now }) });
    this.#tellRefused = seldomPer((_reason, fields) => log.warn(fields, 'a request of another service was refused'));
    this.#tellUntrusted = seldomPer((_reason, fields) =>
      log.warn(fields, 'a connection ended before mutual TLS was set up'),
    );
  }

  /** Nobody knows who it was: names come after TLS. Whoever ends a connection by itself says why in its own log. */
  tellUntrusted(error: Error, { authorizationError }: TLSSocket): void {
    // Node ends the connection of a certificate that it does not accept, and has the reason here alone.
    const refused = authorizationError ? Object.assign(new Error(), { code: authorizationError }) : error;
    const reason = tlsTrouble(refused) ?? codeOf(refused) ?? 'unknown';
    if (reason !== 'ECONNRESET') this.#tellUntrusted(reason, { reason });
  }

  open(service: AnsweringService<Caller>): void {
    const { log, ...options } = this.#options;
    const onFault = (err: unknown, asked: string) => log.error({ err, asked }, 'what another service asked failed');
    this.#service = { ...service, ...answersOf(service, { ...options, onFault }) };
  }

  close(): void {
    this.#service = undefined;
  }

  async whenIdle(): Promise<void> {
    if (this.#inHand === 0) return;
    await new Promise<void>((idle) => {
      this.#onIdle = idle;
    });
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.isLeaving) response.setHeader('Connection', 'close');
    this.#inHand += 1;
    const sent = new Promise((closed) => response.once('close', closed));
    const done = this.#route(request, response).catch((error: unknown) => this.#refuse(error, response));
    // What was asked goes on although nobody waits for it any more.
    void Promise.all([done, sent]).then(() => {
      this.#inHand -= 1;
      if (this.#inHand === 0) this.#onIdle?.();
    });
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url } = request;
    if (method === 'POST' && url === BATCH_PATH) return await this.#answerBatch(request, response);
    if (method === 'GET' && url === '/health/live') return send(response, liveAnswer.status, liveAnswer.body);
    if (method === 'GET' && url === '/health/ready') return await this.#tellReadiness(response);
    send(response, 404, { message: 'There is nothing here.' });
  }

  async #tellReadiness(response: ServerResponse): Promise<void> {
    const readiness = (await this.#service?.ready()) ?? { isReady: false, reason: 'it has not started' };
    const { status, body } = readinessAnswer(this.isLeaving ? { isReady: false, reason: 'it stops' } : readiness);
    send(response, status, body);
  }

  async #answerBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const vouched = this.#verify('POST', BATCH_PATH, request.headers.authorization);
    const body = await readBody(request, MOST_REQUEST_BYTES);
    mustBeBody(body, vouched);
    const service = this.#service;
    if (service === undefined) return send(response, 503, { message: `${this.#options.name} is not up.` });
    const asked = questionsIn(body);
    for (const question of asked) service.mustBeTheirs(question, vouched.caller);
    const answers = new AnswerStream(response, asked.length);
    await Promise.all(asked.map(async (question, at) => answers.put(at, await service.answer(question))));
  }

  #refuse(error: unknown, response: ServerResponse): void {
    const { log } = this.#options;
    const status = statusOf(error);
    const message = error instanceof Error && status !== 500 ? error.message : 'This request failed.';
    if (status === 500) log.error({ err: error }, 'a request of another service failed');
    else if (status !== null) this.#tellRefused(message, { cause: message, ...callerIn(error) });
    if (status === null || response.headersSent) response.destroy();
    else send(response, status, { message }, { Connection: 'close' });
  }
}

class NoQuestions extends TypeError {}

function questionsIn(body: Buffer): readonly Question[] {
  try {
    return questions.parse(JSON.parse(body.toString('utf8')));
  } catch {
    // Without the cause, which may hold what was asked.
    throw new NoQuestions('The body is not a list of 1 to 64 questions.');
  }
}

/** Null: there is nobody left to answer. */
function statusOf(error: unknown): number | null {
  if (error instanceof RequestRefused) return error.reason === 'too-many' ? 503 : 401;
  if (error instanceof NotToAsk) return 403;
  if (error instanceof BodyTooLarge) return 413;
  if (error instanceof NoQuestions) return 400;
  return error instanceof ConnectionLost ? null : 500;
}

/** Only a name that has a key: any other is a text of somebody unknown. */
function callerIn(error: unknown): { readonly caller?: string } {
  return error instanceof RequestRefused && error.caller !== undefined ? { caller: error.caller } : {};
}

function send(response: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
