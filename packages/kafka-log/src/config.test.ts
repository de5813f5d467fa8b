import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { kafkaConfig, kafkaConnectionOf } from './config.ts';

const connectionOf = (env: Readonly<Record<string, string>>) => {
  const { kafka } = loadConfig({ kafka: kafkaConfig }, { ONCEOVER_KAFKA_BROKERS: 'kafka-1:9092', ...env });
  return kafkaConnectionOf(kafka, 'test');
};
const problems = (env: Readonly<Record<string, string>>) => {
  try {
    connectionOf(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : expect.fail();
  }
};

test('brokers are a list; nothing else is needed', () => {
  expect(connectionOf({ ONCEOVER_KAFKA_BROKERS: 'kafka-1:9092, [::1]:9093' })).toEqual({
    brokers: ['kafka-1:9092', '[::1]:9093'],
    clientId: 'test',
    tls: undefined,
    sasl: undefined,
  });
});

test('SASL on an encrypted line has both', () => {
  const signing = {
    ONCEOVER_KAFKA_SASL: 'scram-sha-512',
    ONCEOVER_KAFKA_USER: 'onceover',
    ONCEOVER_KAFKA_PASSWORD: 'p',
  };
  expect(connectionOf({ ...signing, ONCEOVER_KAFKA_TLS: 'on' })).toMatchObject({
    tls: {},
    sasl: { mechanism: 'scram-sha-512', username: 'onceover', password: 'p' },
  });
});

test.each([
  ['a prefix that is no beginning of a name', { ONCEOVER_KAFKA_PREFIX: 'Once.Over' }, /give 1 to 32 of a-z, 0-9 and -/],
  ['no port', { ONCEOVER_KAFKA_BROKERS: 'kafka-1' }, /give brokers like kafka-1:9092/],
  ['a scheme', { ONCEOVER_KAFKA_BROKERS: 'kafka://kafka-1:9092' }, /give brokers like/],
  ['no copy', { ONCEOVER_KAFKA_COPIES: '0' }, /ONCEOVER_KAFKA_COPIES/],
  ['files without TLS', { ONCEOVER_KAFKA_CA_FILE: '/ca.pem' }, /say ONCEOVER_KAFKA_TLS=on/],
  ['half a certificate', { ONCEOVER_KAFKA_TLS: 'on', ONCEOVER_KAFKA_CERT_FILE: '/c.pem' }, /give both or none/],
  [
    'a file that is not there',
    { ONCEOVER_KAFKA_TLS: 'on', ONCEOVER_KAFKA_CA_FILE: '/no/ca.pem' },
    /CA_FILE: .*cannot be read/,
  ],
  ['a user without a mechanism', { ONCEOVER_KAFKA_USER: 'onceover' }, /need ONCEOVER_KAFKA_SASL/],
  ['a mechanism without a user', { ONCEOVER_KAFKA_SASL: 'plain' }, /needs ONCEOVER_KAFKA_USER/],
])('%s is refused with what to write', (_what, env, sentence) => {
  expect(problems(env)).toEqual([expect.stringMatching(sentence)]);
});
