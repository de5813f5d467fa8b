import type { Agent } from 'node:http';
import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import type { WhenLost } from '@onceover/service-kit/internal-call';
import { BATCH_PATH, MOST_QUESTIONS, MOST_REQUEST_BYTES, type Outcome } from './protocol.ts';
import { type Ending, sendBatch } from './send-batch.ts';
import type { Sign } from './signature.ts';

/** A place where the service answers. Requests that it has not accepted yet hold back the next. */
interface Address {
  readonly url: URL;
  readonly agent: Agent;
  unaccepted: number;
  /** Until when others are asked first: it could not be asked, or said that it leaves. */
  downUntil: number;
}

/** A question that waits for its outcome. */
interface Waiting {
  readonly json: string;
  readonly whenLost: WhenLost;
  readonly dueAt: number;
  /** How often it was sent in vain. */
  tries: number;
  /** Whether it may have been carried out. */
  mayBeDone: boolean;
  isSettled: boolean;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

interface Sent extends Disposable {
  readonly questions: readonly Waiting[];
}

export interface QueueOptions {
  /** The service that answers. */
  readonly name: string;
  readonly urls: readonly URL[];
  openAgent(url: URL): Agent;
  readonly sign: Sign;
  /** How long an outcome may take. */
  readonly deadlineMs: number;
  /** Called when it cannot be asked, or can again. */
  onDown(error: Error): void;
  onBack(): void;
}

/** Requests that one address has not accepted yet, at most. */
const MOST_UNACCEPTED = 2;
/** Requests of which outcomes are still to come, at most: slow questions hold up no others before that. */
const MOST_SENT = 128;
const MOST_WAITING = 10_000;
/** Characters in UTF-8 have up to three bytes. */
const MOST_CHARACTERS = Math.floor(MOST_REQUEST_BYTES / 3);
const SWEEP_MS = 100;
const DOWN_MS = 1_000;

/**
 * Asks one service. What is asked in one turn of the event loop goes together, and what is asked while requests are on their way
 * goes with the next: the busier, the fuller. Nothing waits for a timer.
 *
 * What was sent is never sent again unless that does no harm (`whenLost`), and then once.
 */
export class QuestionQueue implements Disposable {
  readonly #options: QueueOptions;
  readonly #addresses: readonly Address[];
  readonly #sent = new Set<Sent>();
  #queue: Waiting[] = [];
  #isDue = false;
  #turn = 0;
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#addresses = options.urls.map((url) => ({
      url,
      agent: options.openAgent(url),
      unaccepted: 0,
      downUntil: 0,
    }));
  }

  /**
   * Throws  `OutageError` where nothing was done or nothing that matters, `OutcomeUnknownError` where nobody knows; any other
   *         error is a fault of ours
   */
  ask(question: object, whenLost: WhenLost): Promise<Outcome> {
    const json = JSON.stringify(question);
    if (json.length > MOST_CHARACTERS) throw new RangeError(`a question to ${this.#options.name} is too long`);
    if (this.#queue.length >= MOST_WAITING) throw this.#outage(new Error('too much waits for an answer'));
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const dueAt = performance.now() + this.#options.deadlineMs;
    this.#queue.push({ json, whenLost, dueAt, tries: 0, mayBeDone: false, isSettled: false, resolve, reject });
    this.#sendSoon();
    this.#sweep ??= setInterval(() => this.#giveUpLate(), SWEEP_MS).unref();
    return promise;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweep);
    for (const sent of this.#sent) sent[Symbol.dispose]();
    for (const question of this.#queue.splice(0)) question.reject(this.#outage(new Error('the process stops')));
    for (const { agent } of this.#addresses) agent.destroy();
  }

  #sendSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#send();
    });
  }

  #send(): void {
    while (this.#queue.length > 0 && this.#sent.size < MOST_SENT) {
      const address = this.#nextAddress();
      if (address === undefined) return;
      this.#sendTo(address, this.#takeBatch());
    }
  }

  /**
   * The next in turn, if it has room. Where all are down, only the one that has been for longest: it may be back, and it is not
   * one that has just failed.
   */
  #nextAddress(): Address | undefined {
    const now = performance.now();
    const hasRoom = ({ unaccepted }: Address) => unaccepted < MOST_UNACCEPTED;
    const up = this.#addresses.filter(({ downUntil }) => downUntil <= now);
    if (up.length === 0) {
      const [longest] = this.#addresses.toSorted((one, other) => one.downUntil - other.downUntil);
      return longest !== undefined && hasRoom(longest) ? longest : undefined;
    }
    const free = up.filter(hasRoom);
    this.#turn += 1;
    return free[this.#turn % free.length];
  }

  #takeBatch(): readonly Waiting[] {
    let [count, characters] = [0, 0];
    for (const { json } of this.#queue) {
      characters += json.length;
      if (count === MOST_QUESTIONS || (count > 0 && characters > MOST_CHARACTERS)) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  #sendTo(address: Address, questions: readonly Waiting[]): void {
    const { url, agent } = address;
    const body = `[${questions.map(({ json }) => json).join(',')}]`;
    const authorization = this.#options.sign('POST', BATCH_PATH, body);
    let isAccepted = false;
    address.unaccepted += 1;
    const accepted = () => {
      if (isAccepted) return;
      isAccepted = true;
      address.unaccepted -= 1;
      if (this.#queue.length > 0) this.#sendSoon();
    };
    const sending = sendBatch(
      { url, agent, authorization, body },
      {
        onAccepted: () => {
          address.downUntil = 0;
          this.#options.onBack();
          accepted();
        },
        onOutcome: (index, outcome) => settle(questions[index], ({ resolve }) => resolve(outcome)),
        onEnd: (ending) => {
          this.#sent.delete(sent);
          accepted();
          this.#settleRest(address, questions, ending);
        },
        onLeaving: () => {
          address.downUntil = performance.now() + DOWN_MS;
          closeUnused(agent);
        },
      },
    );
    const sent: Sent = { questions, [Symbol.dispose]: () => sending[Symbol.dispose]() };
    this.#sent.add(sent);
  }

  #settleRest(address: Address, questions: readonly Waiting[], ending: Ending): void {
    const left = questions.filter(({ isSettled }) => !isSettled);
    const isDown = ending.kind === 'not-run' || ending.kind === 'lost';
    if (isDown) {
      address.downUntil = performance.now() + DOWN_MS;
      this.#options.onDown(ending.error);
    }
    const error = ending.kind === 'done' ? new Error('the answer ended early') : ending.error;
    if (ending.kind === 'lost' || ending.kind === 'done') for (const question of left) question.mayBeDone = true;
    const again = left.filter((question) => this.#mayAskAgain(question, ending));
    for (const question of left) {
      if (again.includes(question)) continue;
      if (ending.kind === 'refused') settle(question, ({ reject }) => reject(error));
      else this.#fail(question, error);
    }
    if (again.length === 0) return;
    this.#queue.unshift(...again);
    this.#sendSoon();
  }

  #mayAskAgain(question: Waiting, { kind }: Ending): boolean {
    const mostTries = kind === 'not-run' ? this.#addresses.length - 1 : 1;
    if (kind === 'refused' || question.tries >= mostTries) return false;
    question.tries += 1;
    return kind === 'not-run' || question.whenLost === 'repeat' || question.whenLost === 'replay';
  }

  #fail(question: Waiting, error: Error): void {
    const isUnknown = question.mayBeDone && (question.whenLost === 'unknown' || question.whenLost === 'replay');
    settle(question, ({ reject }) => reject(isUnknown ? this.#unknown(error) : this.#outage(error)));
  }

  #giveUpLate(): void {
    const now = performance.now();
    const late = new Error(`no answer within ${this.#options.deadlineMs} ms`);
    this.#queue = this.#queue.filter((question) => {
      if (question.dueAt > now) return true;
      this.#fail(question, late);
      return false;
    });
    for (const sent of this.#sent) {
      for (const question of sent.questions) {
        if (question.dueAt > now) continue;
        question.mayBeDone = true;
        this.#fail(question, late);
      }
      if (sent.questions.every(({ isSettled }) => isSettled)) sent[Symbol.dispose]();
    }
    if (this.#queue.length > 0 || this.#sent.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  #outage(cause: Error): OutageError {
    return new OutageError(this.#options.name, { cause });
  }

  #unknown(cause: Error): OutcomeUnknownError {
    return new OutcomeUnknownError(this.#options.name, { cause });
  }
}

function settle(question: Waiting | undefined, tell: (question: Waiting) => void): void {
  if (question === undefined || question.isSettled) return;
  question.isSettled = true;
  tell(question);
}

/** Connections that are not in use are closed from here, where nothing can be on its way. */
function closeUnused({ freeSockets }: Agent): void {
  for (const socket of Object.values(freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy();
}
