import type {
  AccountAnswer,
  AuthcheckAnswer,
  BurnAnswer,
  ConcealAnswer,
  Envelope,
  EventsAnswer,
  LookAnswer,
  MetadataAnswer,
  RecentAnswer,
  RevealAnswer,
  StatusAnswer,
  VersionAnswer,
} from './answers.ts';
import type { ActionOptions, CallOptions, ClientOptions, ConcealWish } from './client-options.ts';
import {
  completeBurned,
  completeConcealed,
  completeLook,
  completeMetadata,
  completeRecent,
  completeShown,
  membersOf,
  revealedIn,
} from './complete-answer.ts';
import { type EventsQuestion, eventsPath, type FollowOptions, followEvents } from './events.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { badAnswer, localError, OnceoverError } from './onceover-error.ts';
import { type ApiRequest, isLost, Transport } from './transport.ts';

/** The server keeps what it answered to a claim for 120 seconds; the last attempt must be answered in them. */
const REDELIVERED_MS = 110_000;
/** It is fetched again at most this often. Source: REST contract 5.3. */
const REDELIVERIES = 3;
const LONGEST_WAIT_MS = 30_000;
/** Never issued: keys have 31 characters or more. */
const NO_KEY = '0'.repeat(30);

/**
 * A client of Onceover's `/api/v2`, which also speaks to servers of Onetime Secret v0.18. Methods are named after the verbs of the
 * product, and resolve with what the server answers.
 *
 * Throws  `OnceoverError`, and nothing else
 * Source  REST contract; ADR 65 says what is repeated, and why that is safe
 */
export class OnceoverClient {
  /** Scheme and host. */
  readonly url: string;
  readonly #transport: Transport;
  readonly #retries: number;
  readonly #random: () => number;
  #replays: Promise<boolean> | undefined;

  constructor(options: ClientOptions) {
    this.url = originOf(options.url);
    const { retries = 3, timeoutMs = 30_000, headers = {}, random = Math.random, credentials } = options;
    const fetch: typeof globalThis.fetch = options.fetch ?? ((...given) => globalThis.fetch(...given));
    const retry = { retries, longestWaitMs: LONGEST_WAIT_MS, withinMs: 10 * LONGEST_WAIT_MS };
    this.#retries = retries;
    this.#random = random;
    this.#transport = new Transport({ url: this.url, credentials, fetch, timeoutMs, headers, random, retry });
  }

  /** Stores a secret under a new link. `record.secret.is_truncated` says whether the server kept only its beginning. */
  conceal(secret: string, wish: ConcealWish = {}, options: ActionOptions = {}): Promise<ConcealAnswer> {
    return this.#conceal({ kind: 'share', secret, ...wish }, options);
  }

  /** Has the server generate a password, and stores it. The one time it is told is `record.secret.secret_value`. */
  generate(wish: ConcealWish = {}, options: ActionOptions = {}): Promise<ConcealAnswer> {
    return this.#conceal({ kind: 'generate', ...wish }, options);
  }

  /** What is known of a link that can still be opened. Changes nothing. */
  async look(secretKey: string, options: CallOptions = {}): Promise<LookAnswer> {
    return completeLook(await this.#get(`/api/v2/secret/${keyIn(secretKey)}`, [secretKey], options), secretKey);
  }

  /**
   * Opens a secret: once, for whoever comes first. If the answer is lost it is fetched again with the same key, up to three times in
   * 110 seconds; then the error says `outcome_unknown`.
   */
  async reveal(
    secretKey: string,
    { passphrase }: { readonly passphrase?: string | undefined } = {},
    { idempotencyKey = newIdempotencyKey(), signal }: ActionOptions = {},
  ): Promise<RevealAnswer> {
    const repeating = unlessCounted();
    try {
      const answer = await this.#transport.send({
        method: 'POST',
        path: `/api/v2/secret/${keyIn(secretKey)}`,
        fields: { continue: true, passphrase },
        idempotencyKey,
        signal,
        sensitive: [secretKey, passphrase],
        retry: { withinMs: REDELIVERED_MS, retries: Math.min(this.#retries, REDELIVERIES) },
        mayRepeat: repeating.mayRepeat,
      });
      return revealedIn(answer);
    } catch (error) {
      throw repeating.wasLost || isLost(error as OnceoverError) ? outcomeUnknown(error as OnceoverError) : error;
    }
  }

  /** Confirms that the content has arrived, so that it cannot be fetched again with the key it was revealed with. */
  acknowledge(secretKey: string, idempotencyKey: string, { signal }: CallOptions = {}): Promise<Envelope> {
    return this.#transport.send({
      method: 'POST',
      path: `/api/v2/secret/${keyIn(secretKey)}/acknowledge`,
      fields: {},
      idempotencyKey,
      signal,
      sensitive: [secretKey],
      mayRepeat: () => true,
    }) as Promise<Envelope>;
  }

  /** What became of a secret, by its metadata key or an owner handle. Changes nothing. */
  async metadata(metadataKey: string, options: CallOptions = {}): Promise<MetadataAnswer> {
    const answer = await this.#get(`/api/v2/private/${keyIn(metadataKey)}`, [metadataKey], options);
    return completeShown(answer, this.url);
  }

  /** Deletes a secret unread. A secret that has a passphrase needs it here, too, unless its owner burns it by a handle. */
  async burn(
    metadataKey: string,
    { passphrase }: { readonly passphrase?: string | undefined } = {},
    { idempotencyKey = newIdempotencyKey(), signal }: ActionOptions = {},
  ): Promise<BurnAnswer> {
    const repeating = unlessCounted();
    try {
      const answer = await this.#transport.send({
        method: 'POST',
        path: `/api/v2/private/${keyIn(metadataKey)}/burn`,
        fields: { continue: true, passphrase },
        idempotencyKey,
        signal,
        sensitive: [metadataKey, passphrase],
        // Burning twice burns once.
        mayRepeat: repeating.mayRepeat,
      });
      return completeBurned(answer, this.url);
    } catch (error) {
      if (repeating.wasLost && (error as OnceoverError).code === 'not_burned')
        return this.#burnedBefore(metadataKey, error, signal);
      throw error;
    }
  }

  /** The secrets of the account, of the last 30 days. Their keys are owner handles: for `metadata` and `burn`, never for the link. */
  async recent(options: CallOptions = {}): Promise<RecentAnswer> {
    return completeRecent(await this.#get('/api/v2/private/recent', [], options), this.url);
  }

  /**
   * What happened to what is the account's, oldest first, of the last 30 days. The server begins to keep events with the first question. The
   * token needs the scope `events-read`. Refusals: `unknown_position`, `forgotten_position` (410: events after it are no longer kept),
   * `unknown_event_type`.
   */
  events(question: EventsQuestion = {}): Promise<EventsAnswer> {
    return this.#events(question);
  }

  /**
   * Follows the events: yields each page that has some, or whose position has moved, at once as it is there. It begins after `after`, with
   * what is kept; keep `positionOf` an event, or `next` of a page, to go on there another time. The first question is repeated like any
   * other request. From its answer on outages do not end it: it asks again, after waits of up to 30 seconds or as long as the server
   * asks for, up to an hour. It ends without an error when the signal stops it.
   */
  follow(options: FollowOptions = {}): AsyncGenerator<EventsAnswer, void, undefined> {
    return followEvents(options, {
      ask: (question) => this.#events(question),
      askOnce: (question) => this.#events(question, { retries: 0 }),
      random: this.#random,
    });
  }

  account(options: CallOptions = {}): Promise<AccountAnswer> {
    return this.#get('/api/v2/account', [], options) as Promise<AccountAnswer>;
  }

  /** Whose credentials these are. */
  authcheck(options: CallOptions = {}): Promise<AuthcheckAnswer> {
    return this.#get('/api/v2/authcheck', [], options) as Promise<AuthcheckAnswer>;
  }

  /** Whether the server works. */
  status(options: CallOptions = {}): Promise<StatusAnswer> {
    return this.#get('/api/v2/status', [], options) as Promise<StatusAnswer>;
  }

  version(options: CallOptions = {}): Promise<VersionAnswer> {
    return this.#get('/api/v2/version', [], options) as Promise<VersionAnswer>;
  }

  async #events(question: EventsQuestion, retry: ApiRequest['retry'] = {}): Promise<EventsAnswer> {
    const { wait = 0, signal } = question;
    const request = { method: 'GET', path: eventsPath(question), signal, sensitive: [], retry } as const;
    const answer = await this.#transport.send({ ...request, waitMs: wait * 1000, isNative: true });
    const { events, next } = membersOf(answer);
    if (!Array.isArray(events) || typeof next !== 'string') throw badAnswer();
    return answer as EventsAnswer;
  }

  #get(path: string, sensitive: readonly string[], { signal }: CallOptions): Promise<unknown> {
    return this.#transport.send({ method: 'GET', path, signal, sensitive });
  }

  async #conceal(
    fields: ConcealWish & { readonly kind: 'share' | 'generate'; readonly secret?: string },
    { idempotencyKey = newIdempotencyKey(), signal }: ActionOptions,
  ): Promise<ConcealAnswer> {
    const answer = await this.#transport.send({
      method: 'POST',
      path: '/api/v2/secret/conceal',
      fields: { ...fields },
      idempotencyKey,
      signal,
      sensitive: [fields.secret, fields.passphrase],
      mayRepeat: async (error) => !isLost(error) || (await this.#serverReplays(signal)),
    });
    const { metadata, secret } = membersOf(membersOf(answer).record);
    const metadataKey = membersOf(metadata).key;
    if (typeof metadataKey !== 'string') throw badAnswer();
    // Onetime Secret v0.18 tells the key of the link, and what it generated, to whoever looks first.
    if (typeof membersOf(secret).key === 'string') return completeConcealed(answer, this.url, undefined);
    const shown = await this.metadata(metadataKey, { signal });
    const concealed = completeConcealed(answer, this.url, shown);
    const value: unknown = shown.details.secret_value;
    if (fields.kind === 'generate' && typeof value === 'string') concealed.record.secret.secret_value = value;
    return concealed;
  }

  /**
   * Whether a repeated conceal is the same secret, or a second one nobody has the link of. Only servers that replay answer an
   * acknowledgement of a key that was never issued.
   */
  #serverReplays(signal: AbortSignal | undefined): Promise<boolean> {
    this.#replays ??= this.acknowledge(NO_KEY, newIdempotencyKey(), { signal }).then(
      () => true,
      () => {
        this.#replays = undefined;
        return false;
      },
    );
    return this.#replays;
  }

  async #burnedBefore(metadataKey: string, refused: unknown, signal: AbortSignal | undefined): Promise<BurnAnswer> {
    const { record } = await this.metadata(metadataKey, { signal });
    if (!record.is_burned) throw refused;
    const metadata = completeMetadata({ ...record, share_domain: null }, this.url);
    return { success: true, shrimp: '', custid: metadata.custid ?? '', record: { ...metadata, metadata }, details: {} };
  }
}

/** Whether an action may be sent again: not where the server counts. It remembers whether an answer was lost on the way. */
function unlessCounted() {
  const repeating = {
    wasLost: false,
    mayRepeat(error: OnceoverError): boolean {
      repeating.wasLost ||= isLost(error);
      return error.code !== 'rate_limited' && error.status !== 429;
    },
  };
  return repeating;
}

function outcomeUnknown({ status, attempts }: OnceoverError): OnceoverError {
  const message = 'The answer was lost. The secret may have been opened, and cannot be fetched again.';
  return new OnceoverError({ status, code: 'outcome_unknown', message, attempts });
}

function originOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw localError(
      'bad_input',
      'The address of the server has to begin with https://, such as https://once.example.',
    );
  }
  return new URL(url).origin;
}

function keyIn(key: string): string {
  if (!/^[0-9a-zA-Z]{1,64}$/.test(key)) throw localError('bad_link', 'A key consists of letters and digits.');
  return key;
}
