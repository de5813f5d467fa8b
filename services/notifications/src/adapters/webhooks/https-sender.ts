import { type IncomingMessage, request } from 'node:http';
import { isIP, type LookupFunction, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls, type TLSSocket } from 'node:tls';
import { OutageError } from '@onceover/service-kit/errors';
import { isPublicAddress } from '@onceover/service-kit/public-address';
import { type AllowedHosts, hostOf, isLiteral, parseWebhookAddress } from '../../domain/webhook/address.ts';
import { retryAfterSeconds } from '../../domain/webhook/retries.ts';
import type { Sent, WebhookMessage, WebhookProblem, WebhookSender } from '../../use-cases/webhook/ports.ts';
import { type EgressProxy, tunnelThrough } from './egress-proxy.ts';
import { createDnsLookUp, type LookUp, lookUpInSystem } from './look-up.ts';

export interface HttpsSenderOptions {
  /** For everything: name, connection, request and answer. */
  readonly timeoutMs?: number;
  /** Hosts that may be reached although they are not public. Default: none. */
  readonly allowed?: AllowedHosts;
  /** Which addresses anybody may have reached. Default: the public ones. */
  readonly isStrangers?: (address: string) => boolean;
  /** Connects in our place, and then it is the one who resolves names. */
  readonly proxy?: EgressProxy;
  /** Cuts what is on its way when the process has to stop. */
  readonly stopping?: AbortSignal;
  /** PEM of the authorities to trust. Default: those that Node trusts. */
  readonly authorities?: string;
  /** Default: DNS; for names that are allowed, the system. */
  readonly lookUp?: LookUp;
}

const WHOLE_MS = 15_000;
const MAX_ANSWER_BYTES = 16 * 1024;
/** Answers that say that another one follows: more than any receiver has to say, and few enough to be read. */
const MOST_NEWS = 64;
/** Of a name's addresses, so many are tried: whoever owns the name may write thousands, of others. */
const MOST_ADDRESSES = 8;
/** After which another of the receiver's addresses is tried besides. */
const NEXT_ADDRESS_MS = 1_000;
const NEVER = new AbortController().signal;
const NOBODY: AllowedHosts = { has: () => false, hasPlain: () => false };
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** One try, and what it may do. */
interface Try extends HttpsSenderOptions {
  readonly allowed: AllowedHosts;
  readonly isStrangers: (address: string) => boolean;
  readonly signal: AbortSignal;
}

type Answer = Omit<Sent, 'durationMs'>;

class Failed extends Error {
  readonly problem: WebhookProblem;
  constructor(problem: WebhookProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Posts webhooks, each over a connection of its own, to hosts that strangers choose. A name is looked up once; all of its addresses must be
 * public, and the connection is made to these and no others, so no answer of a DNS server, however it changes, leads to a machine on our
 * side. Redirects are not followed, nothing is remembered between two messages, and of an answer 16 KB are read and forgotten; what comes
 * before it, and how many addresses are tried, has a limit too.
 *
 * Units    15 s in all
 * Throws   `OutageError` when the proxy cannot be used; whatever the receiver does is an answer
 * Source   events 9; security 6.10, T20
 */
export function createHttpsSender(options: HttpsSenderOptions = {}): WebhookSender {
  const { timeoutMs = WHOLE_MS, stopping = NEVER, allowed = NOBODY, isStrangers = isPublicAddress } = options;
  return {
    async send(message) {
      const begun = performance.now();
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping]);
      const answer = await deliver(message, { ...options, allowed, isStrangers, signal });
      const isInterrupted = answer.problem === 'timeout' && stopping.aborted;
      const problem = isInterrupted ? 'interrupted' : answer.problem;
      return { ...answer, problem, durationMs: Math.round(performance.now() - begun) };
    },
  };
}

async function deliver(message: WebhookMessage, attempt: Try): Promise<Answer> {
  try {
    const url = parseWebhookAddress(message.url, attempt);
    // It was allowed when it was noted.
    if (url === null) throw new Failed('private-address');
    const socket = await connectionTo(url, attempt);
    try {
      return await post(message, url, socket, attempt.signal);
    } finally {
      socket.destroy();
    }
  } catch (error) {
    if (error instanceof OutageError) throw error;
    return { status: null, problem: problemOf(error, attempt.signal), retryAfterSeconds: null };
  }
}

function problemOf(error: unknown, signal: AbortSignal): WebhookProblem {
  if (signal.aborted) return 'timeout';
  return error instanceof Failed ? error.problem : 'unreachable';
}

/** An open connection to a host, encrypted unless its address says otherwise. */
async function connectionTo(url: URL, attempt: Try): Promise<Socket> {
  const { proxy, authorities, signal } = attempt;
  const host = hostOf(url);
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const way =
    proxy === undefined
      ? { port, lookup: only(await addressesOf(url, attempt)), autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS }
      : { socket: await tunnelThrough(proxy, `${url.hostname}:${port}`, signal) };
  if (!isSecure) return 'socket' in way ? way.socket : await opened(openTcp({ host, ...way }), 'connect', signal);
  const name = isLiteral(url) ? {} : { servername: host };
  const trusted = authorities === undefined ? {} : { ca: authorities };
  return await opened(
    openTls({ host, ...way, ...name, ...trusted, ALPNProtocols: ['http/1.1'] }),
    'secureConnect',
    signal,
  );
}

/** All addresses of a host, each of which may be connected to. */
async function addressesOf(url: URL, { allowed, isStrangers, lookUp, signal }: Try): Promise<readonly string[]> {
  const host = hostOf(url);
  if (isLiteral(url)) return [host];
  const isVouchedFor = allowed.has(host);
  const ask = lookUp ?? (isVouchedFor ? lookUpInSystem : createDnsLookUp());
  const addresses = await within(signal, ask(host, signal));
  if (addresses.length === 0) throw new Failed('unknown-host');
  const mayBe = (address: string) =>
    isIP(address) !== 0 && (isVouchedFor || isStrangers(address) || allowed.has(address));
  if (!addresses.every(mayBe)) throw new Failed('private-address');
  return addresses.slice(0, MOST_ADDRESSES);
}

/** Answers every question for addresses with those that were checked. */
function only(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, found) => {
    if (all) found(null, answers);
    else found(null, answers[0]?.address ?? '', answers[0]?.family);
  };
}

function opened(socket: Socket | TLSSocket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const cut = () => socket.destroy();
  signal.addEventListener('abort', cut, { once: true });
  socket.once(event, () => resolve(socket));
  socket.on('error', () => undefined); // it is closed then
  socket.once('close', () => {
    signal.removeEventListener('abort', cut);
    const isDistrusted = 'authorizationError' in socket && Boolean(socket.authorizationError);
    reject(new Failed(isDistrusted ? 'certificate' : 'unreachable'));
  });
  if (signal.aborted) cut();
  return promise;
}

async function post(message: WebhookMessage, url: URL, socket: Socket, signal: AbortSignal): Promise<Answer> {
  const asked = request({
    method: 'POST',
    path: url.pathname + url.search,
    headers: { ...message.headers, host: url.host, 'content-length': Buffer.byteLength(message.body) },
    createConnection: () => socket,
    signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  asked.once('response', resolve);
  asked.once('upgrade', resolve); // an answer, though no sensible one
  let news = 0;
  asked.on('information', () => {
    news += 1;
    if (news > MOST_NEWS) asked.destroy();
  });
  asked.on('error', reject);
  asked.once('close', () => reject(new Failed('unreachable')));
  asked.end(message.body);
  const answer = await promise;
  const status = answer.statusCode ?? 0;
  const retryAfter = retryAfterSeconds(answer.headers['retry-after'], new Date());
  return { status, problem: problemWith(status) ?? (await readAll(answer, signal)), retryAfterSeconds: retryAfter };
}

function problemWith(status: number): WebhookProblem | null {
  if (status >= 200 && status <= 299) return null;
  return REDIRECTS.has(status) ? 'redirect' : 'status';
}

/** An answer has come when it has come to its end, or 16 KB of it have: nobody needs to read them. */
async function readAll(answer: IncomingMessage, signal: AbortSignal): Promise<WebhookProblem | null> {
  let bytes = 0;
  try {
    for await (const part of answer) {
      bytes += part.length;
      if (bytes >= MAX_ANSWER_BYTES) break;
    }
    return null;
  } catch (error) {
    return problemOf(error, signal);
  }
}

/** Gives up waiting when the time is over; what comes then is ignored. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Failed('timeout'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
