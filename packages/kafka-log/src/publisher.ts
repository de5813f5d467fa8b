import { randomUUID } from 'node:crypto';
import { ConfigError } from '@onceover/service-kit/config';
import { NamedError } from '@onceover/service-kit/errors';
import { type Kafka, Partitioners, type Producer, type ProducerConfig } from 'kafkajs';
import { within } from './connection.ts';
import { brokersWord, kafkaFailure } from './failures.ts';
import type { TopicRecord } from './record.ts';

/** The brokers will never take these records as they are: somebody has to do something. */
export class PublishRefused extends NamedError {
  /** The brokers' word for it, such as `MESSAGE_TOO_LARGE`. */
  readonly word: string;

  constructor(word: string, cause: unknown, details = '') {
    super(`${REASONS[word] ?? word}${details}`, { cause });
    this.word = word;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  MESSAGE_TOO_LARGE: 'the brokers refuse a record of this size: raise max.message.bytes of the topic',
  RECORD_LIST_TOO_LARGE: 'the brokers refuse a batch of this size: raise max.message.bytes of the topic',
  INVALID_TIMESTAMP:
    'the brokers refuse the time of a record: set their clocks, and message.timestamp.before.max.ms and .after.max.ms of the topic to what Kafka has by default',
  TOPIC_AUTHORIZATION_FAILED: 'the brokers do not let this user write to the topic: grant it Write and Describe',
};

/** Why something failed at the brokers: one line for whoever can mend it. */
export function causeOf(error: unknown): string {
  if (error instanceof ConfigError) return error.problems.join('; ');
  if (error instanceof PublishRefused) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

const DEADLINE_MS = 30_000;

/**
 * One try. When a partition moves while a batch is sent, kafkajs' next try leaves out what has moved to a broker that had already
 * answered, and says that all was sent; and two tries at once use up each other's numbers, so that the broker takes the next batch
 * for a repeat. Numbers (`idempotent`) are for tries of the same producer: kafkajs does not allow the one without the other, and
 * with a new producer for each try they would prevent nothing.
 */
export const PRODUCER: ProducerConfig = {
  idempotent: false,
  maxInFlightRequests: 1,
  allowAutoTopicCreation: false,
  createPartitioner: Partitioners.DefaultPartitioner,
  retry: { retries: 0 },
};

/**
 * Writes to one topic, one batch at a time.
 *
 * Shape    a batch is published as a whole or `publish` throws, and the caller sends the same batch again: what is on the
 *          topic then is in order, with repeats
 * Refuses  `PublishRefused`, `OutageError`
 * Source   events reference 4 and 12.1
 */
export class Publisher implements AsyncDisposable {
  readonly #kafka: Kafka;
  readonly #topic: string;
  #producer: Producer | undefined;
  #run = '';
  #isSending = false;

  constructor(kafka: Kafka, topic: string) {
    this.#kafka = kafka;
    this.#topic = topic;
  }

  get isConnected(): boolean {
    return this.#producer !== undefined;
  }

  /** Of the producer that it has now: it goes into each record that this one sends. */
  get run(): string {
    return this.#run;
  }

  async connect(): Promise<void> {
    const producer = this.#kafka.producer(PRODUCER);
    try {
      await within(DEADLINE_MS, producer.connect());
    } catch (error) {
      letGo(producer);
      throw publishFailure(error);
    }
    this.#producer = producer;
    this.#run = randomUUID();
  }

  /** After any failure the producer is no longer used: something of the batch may still be on its way, and is of its run. */
  async publish(records: readonly TopicRecord[]): Promise<void> {
    const producer = this.#producer;
    if (producer === undefined || this.#isSending)
      throw new TypeError('connect first, and publish one batch at a time');
    this.#isSending = true;
    try {
      const messages = records.map(({ key, value, headers, timestamp }) => ({ key, value, headers, timestamp }));
      await within(DEADLINE_MS, producer.send({ topic: this.#topic, messages, acks: -1, timeout: DEADLINE_MS }));
    } catch (error) {
      this.#producer = undefined;
      letGo(producer);
      throw publishFailure(error);
    } finally {
      this.#isSending = false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const producer = this.#producer;
    this.#producer = undefined;
    await producer?.disconnect().catch(() => undefined);
  }
}

/** Nobody waits for it: it may hang on the very line that has failed. */
function letGo(producer: Producer): void {
  producer.disconnect().catch(() => undefined);
}

function publishFailure(error: unknown): Error {
  const word = brokersWord(error);
  return word !== undefined && word in REASONS ? new PublishRefused(word, error) : kafkaFailure(error);
}
