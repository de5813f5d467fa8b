import type { Kafka } from 'kafkajs';
import { within } from './connection.ts';
import { Publisher } from './publisher.ts';
import type { TopicRecord } from './record.ts';
import { ensureTopics, type TopicSpec, withAdmin } from './topics.ts';

const ANSWER_MS = 10_000;

/** Writes records of others' making to one topic. What nobody writes to holds no connection. */
export class TopicWriter implements AsyncDisposable {
  readonly #kafka: Kafka;
  readonly #topic: TopicSpec;
  readonly #publisher: Publisher;

  constructor(kafka: Kafka, topic: TopicSpec) {
    this.#kafka = kafka;
    this.#topic = topic;
    this.#publisher = new Publisher(kafka, topic.name);
  }

  /**
   * Makes the topic if it is missing; `beforeMade` runs before it is there.
   *
   * Refuses  `ConfigError`, `OutageError`
   */
  async make(beforeMade: () => Promise<void>): Promise<void> {
    await withAdmin(this.#kafka, async (admin) => {
      const names = await within(ANSWER_MS, admin.listTopics());
      if (!names.includes(this.#topic.name)) await beforeMade();
      await ensureTopics(admin, [this.#topic]);
    });
  }

  /**
   * All records in their order, acknowledged; or it throws, and the caller sends the same again: with repeats after a failure.
   *
   * Refuses  `PublishRefused`, `ConfigError`, `OutageError`
   */
  async write(records: readonly TopicRecord[]): Promise<void> {
    if (!this.#publisher.isConnected) await this.#publisher.connect();
    await this.#publisher.publish(records);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#publisher[Symbol.asyncDispose]();
  }
}
