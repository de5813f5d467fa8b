import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts, type KafkaVersion, kafkaVersions } from '@onceover/kafka-server';
import { createLogger } from '@onceover/service-kit/logging';
import { lacksOwnKafka, startOwnKafka } from '@onceover/testing/kafka';
import { testCertificate } from '@onceover/testing/test-certificate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KafkaConnection, kafkaClient } from './connection.ts';
import { ensureTopics, withAdmin } from './topics.ts';

const own = testCertificate('localhost');
const [stranger, elsewhere] = [testCertificate('localhost'), testCertificate('elsewhere')];
const directory = mkdtempSync(path.join(tmpdir(), 'onceover-kafka-lines-'));
afterAll(() => rmSync(directory, { recursive: true }));

const lines = ['PLAINTEXT', 'TLS', 'MUTUAL', 'USERS'] as const;
type Line = (typeof lines)[number];
/** Certificates are for a name; whoever waits for the broker knows its address. */
const hosts: Readonly<Record<Line, string>> = {
  PLAINTEXT: '127.0.0.1',
  USERS: '127.0.0.1',
  TLS: 'localhost',
  MUTUAL: 'localhost',
};

/** A broker that is reached in plain text, with TLS, with mutual TLS, and by users alone, of whom one has no rights. */
async function startBroker(version: KafkaVersion) {
  const [controller = 0, ...ports] = await freePorts(lines.length + 1);
  const portOf = (line: Line) => ports[lines.indexOf(line)] ?? 0;
  const keys = path.join(directory, 'keys.pem');
  writeFileSync(keys, own.key + own.cert);
  const addressOf = (line: Line) => `${hosts[line]}:${portOf(line)}`;
  const listeners = lines.map((line) => `${line}://${addressOf(line)}`);
  const module = 'org.apache.kafka.common.security.plain.PlainLoginModule';
  const server = await startOwnKafka({
    version,
    nodes: 1,
    ports: [portOf('PLAINTEXT')],
    settings: {
      listeners: [...listeners, `CONTROLLER://127.0.0.1:${controller}`].join(','),
      'advertised.listeners': listeners.join(','),
      'controller.quorum.voters': `1@127.0.0.1:${controller}`,
      'listener.security.protocol.map':
        'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,TLS:SSL,MUTUAL:SSL,USERS:SASL_PLAINTEXT',
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': keys,
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.location': keys,
      'listener.name.mutual.ssl.client.auth': 'required',
      'sasl.enabled.mechanisms': 'PLAIN',
      'listener.name.users.plain.sasl.jaas.config': `${module} required user_alice="right" user_bob="right";`,
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users': 'User:ANONYMOUS;User:alice;User:CN=test',
    },
  });
  return { server, addressOf };
}

const user = (username: string, password = 'right', mechanism: 'plain' | 'scram-sha-256' = 'plain') => ({
  sasl: { mechanism, username, password },
});
const trusting = (ca: string, more: object = {}) => ({ tls: { ca, ...more } });
type Wrong = Pick<KafkaConnection, 'tls' | 'sasl'>;

describe.each(kafkaVersions)('a line to Kafka %s', (version) => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let cannotRun = false;
  beforeAll(async () => {
    cannotRun = await lacksOwnKafka();
    if (!cannotRun) broker = await startBroker(version);
  });
  beforeEach((context) => context.skip(cannotRun));
  afterAll(() => broker?.server[Symbol.asyncDispose]());

  const made = (line: Line, how: Wrong) => {
    const kafka = kafkaClient({ brokers: [broker.addressOf(line)], clientId: 'test', ...how }, createLogger('test'));
    const topic = { name: 'boxes', partitions: 1, retentionDays: 1, copies: 1, leastCopies: 1 };
    return withAdmin(kafka, (admin) => ensureTopics(admin, [topic]));
  };

  test.each<[string, Line, Wrong]>([
    ['in plain text', 'PLAINTEXT', {}],
    ['with TLS', 'TLS', trusting(own.cert)],
    ['with mutual TLS', 'MUTUAL', trusting(own.cert, own)],
    ['as a user', 'USERS', user('alice')],
  ])('%s works', async (_how, line, how) => {
    await expect(made(line, how)).resolves.toEqual(expect.any(Array));
  });

  test.each<[string, Line, Wrong, RegExp]>([
    [
      'an authority that has not signed its certificate',
      'TLS',
      trusting(elsewhere.cert),
      /not from an authority that is trusted/,
    ],
    [
      'no certificate where one is wanted',
      'MUTUAL',
      trusting(own.cert),
      /refuses the certificate of this process, or wants one/,
    ],
    [
      'the certificate of a stranger',
      'MUTUAL',
      trusting(own.cert, stranger),
      /refuses the certificate of this process/,
    ],
    [
      'a wrong password',
      'USERS',
      user('alice', 'hidden'),
      /_USER and ONCEOVER_KAFKA_PASSWORD: the brokers do not accept them/,
    ],
    [
      'a mechanism that it does not know',
      'USERS',
      user('alice', 'right', 'scram-sha-256'),
      /do not know this mechanism/,
    ],
    ['a user where nobody is asked', 'PLAINTEXT', user('alice'), /ask nobody who they are at this port/],
    ['a user without rights', 'USERS', user('bob'), /do not let this user at the topics: grant it/],
  ])('%s is a setting to correct', async (_what, line, wrong, sentence) => {
    const error = await made(line, wrong).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConfigError', problems: [expect.stringMatching(sentence)] });
    expect(String(error)).not.toMatch(/hidden|PRIVATE/);
  });

  test.each<[string, Line, Wrong, RegExp]>([
    ['plain text to TLS', 'TLS', {}, /closes the connection: if it wants TLS or a user, set ONCEOVER_KAFKA_TLS/],
    ['TLS to plain text', 'PLAINTEXT', trusting(own.cert), /if it speaks plain text, say ONCEOVER_KAFKA_TLS=off/],
    [
      'nobody where users are asked',
      'USERS',
      {},
      /if it wants TLS or a user, set ONCEOVER_KAFKA_TLS or ONCEOVER_KAFKA_SASL/,
    ],
  ])('%s is an outage that says what may be meant', async (_what, line, wrong, sentence) => {
    await expect(made(line, wrong)).rejects.toMatchObject({
      name: 'OutageError',
      cause: { message: expect.stringMatching(sentence) },
    });
  });
});
