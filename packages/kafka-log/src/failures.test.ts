import { ConfigError } from '@onceover/service-kit/config';
import { OutageError } from '@onceover/service-kit/errors';
import { describe, expect, test } from 'vitest';
import { brokersWord, kafkaFailure, kafkaOutage } from './failures.ts';

const said = (type: string, wrapped: object = {}) => Object.assign(new Error('refused'), { type, ...wrapped });

describe('what the brokers called a failure', () => {
  test.each([
    ['itself', said('MESSAGE_TOO_LARGE'), 'MESSAGE_TOO_LARGE'],
    ['its cause', new Error('retried', { cause: said('MESSAGE_TOO_LARGE') }), 'MESSAGE_TOO_LARGE'],
    [
      'what kafkajs wrapped',
      Object.assign(new Error('wrapped'), { originalError: said('REQUEST_TIMED_OUT') }),
      'REQUEST_TIMED_OUT',
    ],
    [
      'the first of several',
      Object.assign(new Error('gathered'), { errors: [said('INVALID_REPLICATION_FACTOR')] }),
      'INVALID_REPLICATION_FACTOR',
    ],
    [
      'kafkajs, where no broker had a coordinator',
      Object.assign(new Error('Failed to find group coordinator'), { name: 'KafkaJSGroupCoordinatorNotFound' }),
      'GROUP_COORDINATOR_NOT_AVAILABLE',
    ],
    ['an outage of ours', kafkaOutage(said('NOT_CONTROLLER')), 'NOT_CONTROLLER'],
    ['a failure of this machine', new Error('ECONNREFUSED'), undefined],
    ['no error', 'MESSAGE_TOO_LARGE', undefined],
  ])('is found in %s', (_where, error, word) => {
    expect(brokersWord(error)).toBe(word);
  });
});

test('an outage is told once, with its first cause', () => {
  const outage = kafkaOutage(new Error('gone'));
  expect(kafkaOutage(outage)).toBe(outage);
  expect(outage).toMatchObject({ cause: { message: 'gone' } });
});

const failed = (name: string, message: string, more: object = {}) => {
  return Object.assign(new Error(message), { name, broker: 'kafka-1:9092', ...more });
};

describe('what somebody has to set right is a setting, with what to do', () => {
  test.each([
    [
      'a wrong password',
      failed(
        'KafkaJSSASLAuthenticationError',
        'SASL PLAIN authentication failed: Authentication failed: Invalid username or password',
      ),
      /ONCEOVER_KAFKA_USER and ONCEOVER_KAFKA_PASSWORD: the brokers do not accept them/,
    ],
    [
      'a mechanism that nobody knows',
      said('UNSUPPORTED_SASL_MECHANISM'),
      /ask whoever runs them whether they take plain/,
    ],
    ['a user where nobody is asked', said('ILLEGAL_SASL_STATE'), /or remove ONCEOVER_KAFKA_SASL/],
    [
      'no right to topics',
      new Error('wrapped', { cause: said('TOPIC_AUTHORIZATION_FAILED') }),
      /grant it Create, Describe/,
    ],
    ['no right to a group', said('GROUP_AUTHORIZATION_FAILED'), /grant it Read on the groups/],
    [
      'more copies than brokers',
      Object.assign(new Error(), { errors: [said('INVALID_REPLICATION_FACTOR')] }),
      /set ONCEOVER_KAFKA_COPIES/,
    ],
    [
      'a certificate of an unknown authority',
      failed('KafkaJSConnectionError', 'Connection error: unable to verify', {
        code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      }),
      /the broker kafka-1:9092 cannot be trusted or asked: its certificate is not from an authority/,
    ],
  ])('%s', (_what, error, sentence) => {
    const failure = kafkaFailure(error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect((failure as ConfigError).problems).toEqual([expect.stringMatching(sentence)]);
  });
});

describe('what may pass is an outage, with what may be meant', () => {
  test.each([
    [
      'a broker that ends while it is told who asks',
      failed('KafkaJSSASLAuthenticationError', 'SASL PLAIN authentication failed: Closed connection'),
      /Closed connection/,
    ],
    [
      'a line that is closed',
      failed('KafkaJSConnectionClosedError', 'Closed connection'),
      /if it wants TLS or a user, set ONCEOVER_KAFKA_TLS/,
    ],
    [
      'a line that ends before TLS',
      failed(
        'KafkaJSConnectionError',
        'Connection error: Client network socket disconnected before secure TLS connection was established',
      ),
      /say ONCEOVER_KAFKA_TLS=off/,
    ],
    [
      'nobody there',
      new Error('retried', { cause: failed('KafkaJSConnectionError', 'ECONNREFUSED') }),
      /^ECONNREFUSED$/,
    ],
  ])('%s', (_what, error, sentence) => {
    const failure = kafkaFailure(error);
    expect(failure).toBeInstanceOf(OutageError);
    expect(failure.cause).toMatchObject({ message: expect.stringMatching(sentence) });
  });

  test('an outage, and what was set wrong, stay what they are', () => {
    const [outage, problem] = [kafkaOutage(new Error()), new ConfigError(['x'])];
    expect([kafkaFailure(outage), kafkaFailure(problem)]).toEqual([outage, problem]);
  });
});
