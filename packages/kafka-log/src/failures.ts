import { ConfigError } from '@onceover/service-kit/config';
import { codeOf, OutageError } from '@onceover/service-kit/errors';
import { tlsTrouble } from '@onceover/service-kit/tls';
import { BrokersTooOld } from './broker-versions.ts';

/** The brokers cannot be had now, or do not answer in time. */
export function kafkaOutage(cause: unknown): OutageError {
  return cause instanceof OutageError ? cause : new OutageError('kafka', { cause });
}

/**
 * What a failure means: a `ConfigError` where somebody has to set something right, with what to do; an `OutageError` for whatever
 * may pass by itself.
 */
export function kafkaFailure(error: unknown): ConfigError | OutageError {
  if (error instanceof ConfigError || error instanceof OutageError) return error;
  const causes = causesOf(error);
  const sentence = causes.map(sentenceOf).find((found) => found !== undefined);
  if (sentence !== undefined) return new ConfigError([sentence]);
  const hint = causes.map(hintOf).find((found) => found !== undefined);
  return kafkaOutage(hint === undefined ? causes.at(-1) : new Error(hint, { cause: causes.at(-1) }));
}

/** What the brokers called the failure, such as `MESSAGE_TOO_LARGE`; undefined if it did not come from them. */
export function brokersWord(error: unknown): string | undefined {
  return causesOf(error)
    .map(wordOf)
    .find((word) => word !== undefined);
}

function wordOf(error: unknown): string | undefined {
  // Once every broker has said so, kafkajs says it in words of its own.
  if (error instanceof Error && error.name === 'KafkaJSGroupCoordinatorNotFound')
    return 'GROUP_COORDINATOR_NOT_AVAILABLE';
  return error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : undefined;
}

/** A failure, what kafkajs has wrapped, and the first of what it has gathered. */
function causesOf(error: unknown): readonly unknown[] {
  if (!(error instanceof Error)) return [error];
  const gathered = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : undefined;
  const inner = error.cause ?? ('originalError' in error ? error.originalError : undefined) ?? gathered;
  return inner instanceof Error ? [error, ...causesOf(inner)] : [error];
}

/** By the brokers' words. */
const SENTENCES: Readonly<Record<string, string>> = {
  CLUSTER_AUTHORIZATION_FAILED:
    'the brokers do not let this user make topics: grant it Create on the topics, or make them as OPERATIONS.md says',
  GROUP_AUTHORIZATION_FAILED:
    'the brokers do not let this user be a member of its consumer group: grant it Read on the groups with its prefix',
  ILLEGAL_SASL_STATE:
    'ONCEOVER_KAFKA_SASL: the brokers ask nobody who they are at this port: name the port where they do, or remove ONCEOVER_KAFKA_SASL, _USER and _PASSWORD',
  INVALID_REPLICATION_FACTOR:
    'Kafka has fewer brokers than the copies that are asked for of each topic: add brokers, or set ONCEOVER_KAFKA_COPIES',
  POLICY_VIOLATION:
    'the brokers have a rule against the topics that are to be made: change it, or make the topics by hand',
  TOPIC_AUTHORIZATION_FAILED:
    'the brokers do not let this user at the topics: grant it Create, Describe, DescribeConfigs and Read on them, and Write to relays',
  UNSUPPORTED_SASL_MECHANISM:
    'ONCEOVER_KAFKA_SASL: the brokers do not know this mechanism: ask whoever runs them whether they take plain, scram-sha-256 or scram-sha-512',
};

/** What a broker says of a user that it does not know; any other failure at that moment is one of the line. */
const WRONG_USER = /Authentication failed|invalid credentials|Invalid username or password/;

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof BrokersTooOld) return error.message;
  if (error.name === 'KafkaJSSASLAuthenticationError' && WRONG_USER.test(error.message))
    return 'ONCEOVER_KAFKA_USER and ONCEOVER_KAFKA_PASSWORD: the brokers do not accept them';
  const trouble = tlsTrouble(error);
  if (trouble !== undefined) {
    return `ONCEOVER_KAFKA_BROKERS: ${brokerIn(error)} cannot be trusted or asked: ${trouble} (${codeOf(error)}); see ONCEOVER_KAFKA_TLS and its files`;
  }
  return SENTENCES[wordOf(error) ?? ''];
}

const ENDED_BEFORE_TLS = 'before secure TLS connection was established';

/** What may be meant by a broker that ends a connection without a word. */
function hintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message.includes(ENDED_BEFORE_TLS))
    return `${brokerIn(error)} ends the connection before TLS begins: if it speaks plain text, say ONCEOVER_KAFKA_TLS=off`;
  if (error.name === 'KafkaJSConnectionClosedError')
    return `${brokerIn(error)} closes the connection: if it wants TLS or a user, set ONCEOVER_KAFKA_TLS or ONCEOVER_KAFKA_SASL`;
  return undefined;
}

function brokerIn(error: Error): string {
  return 'broker' in error && typeof error.broker === 'string' ? `the broker ${error.broker}` : 'a broker';
}
