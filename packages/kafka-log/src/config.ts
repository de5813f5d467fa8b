import { ConfigError, type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { readTlsFiles } from '@onceover/service-kit/tls';
import { z } from 'zod';
import type { KafkaConnection } from './connection.ts';

const brokers = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/)
          .refine(hasPort),
      )
      .min(1),
  );
function hasPort(broker: string): boolean {
  const port = Number(broker.slice(broker.lastIndexOf(':') + 1));
  return port >= 1 && port <= 65_535;
}

const file = z.string().min(1).optional();
const word = z.string().min(1).optional();

/** How a process reaches Kafka. */
export const kafkaConfig = defineConfig({
  brokers: {
    env: 'ONCEOVER_KAFKA_BROKERS',
    schema: z.string().refine((text) => brokers.safeParse(text).success, 'give brokers like kafka-1:9092,kafka-2:9092'),
    doc: 'Brokers of Apache Kafka 3.9 or 4, `host:port` with commas between. They name the other brokers of the cluster.',
  },
  prefix: {
    env: 'ONCEOVER_KAFKA_PREFIX',
    schema: z.string().regex(/^[a-z0-9-]{1,32}$/, 'give 1 to 32 of a-z, 0-9 and -'),
    default: 'onceover',
    doc: 'What the names of topics and consumer groups begin with, before a dot. Installations that share a cluster have one each.',
  },
  copies: {
    env: 'ONCEOVER_KAFKA_COPIES',
    schema: z
      .string()
      .regex(/^[1-7]$/, 'give a number from 1 to 7')
      .transform(Number),
    default: 3,
    doc: 'How many brokers have a copy of each topic that is made; all but one of them must have a record before it counts as published.',
  },
  isEncrypted: {
    env: 'ONCEOVER_KAFKA_TLS',
    schema: z.enum(['on', 'off'], 'say on or off'),
    default: 'off',
    doc: 'Whether the line to the brokers is encrypted: on or off.',
  },
  caFile: {
    env: 'ONCEOVER_KAFKA_CA_FILE',
    schema: file,
    doc: 'Certificates of the authority of the brokers, PEM. Default: those that Node trusts.',
  },
  certFile: { env: 'ONCEOVER_KAFKA_CERT_FILE', schema: file, doc: 'Certificate of this client for mutual TLS, PEM.' },
  keyFile: { env: 'ONCEOVER_KAFKA_KEY_FILE', schema: file, doc: 'Private key of that certificate, PEM.' },
  mechanism: {
    env: 'ONCEOVER_KAFKA_SASL',
    schema: z.enum(['plain', 'scram-sha-256', 'scram-sha-512'], 'say plain, scram-sha-256 or scram-sha-512').optional(),
    doc: 'How this client says who it is: plain, scram-sha-256 or scram-sha-512. Default: not at all.',
  },
  user: { env: 'ONCEOVER_KAFKA_USER', schema: word, doc: 'User of the brokers.' },
  password: { env: 'ONCEOVER_KAFKA_PASSWORD', schema: word, doc: 'Password of that user.', sensitive: true },
});

export type KafkaConfig = ConfigOf<typeof kafkaConfig>;

/** The settings as a connection. Throws `ConfigError` for what does not fit together, and for files that cannot be read. */
export function kafkaConnectionOf(config: KafkaConfig, clientId: string): KafkaConnection {
  return { brokers: brokers.parse(config.brokers), clientId, tls: tlsOf(config), sasl: saslOf(config) };
}

function tlsOf({ isEncrypted, caFile, certFile, keyFile }: KafkaConfig): KafkaConnection['tls'] {
  const isGiven = [caFile, certFile, keyFile].some((each) => each !== undefined);
  if (isEncrypted === 'off') {
    if (!isGiven) return undefined;
    throw new ConfigError([
      'ONCEOVER_KAFKA_CA_FILE, _CERT_FILE and _KEY_FILE are for an encrypted line: say ONCEOVER_KAFKA_TLS=on',
    ]);
  }
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new ConfigError(['ONCEOVER_KAFKA_CERT_FILE and ONCEOVER_KAFKA_KEY_FILE belong together: give both or none']);
  }
  const named = (setting: string, path: string | undefined) => (path === undefined ? undefined : { setting, path });
  return readTlsFiles({
    ca: named(kafkaConfig.caFile.env, caFile),
    cert: named(kafkaConfig.certFile.env, certFile),
    key: named(kafkaConfig.keyFile.env, keyFile),
  });
}

function saslOf({ mechanism, user, password }: KafkaConfig): KafkaConnection['sasl'] {
  if (mechanism === undefined) {
    if (user === undefined && password === undefined) return undefined;
    throw new ConfigError([
      'ONCEOVER_KAFKA_USER and ONCEOVER_KAFKA_PASSWORD need ONCEOVER_KAFKA_SASL: say plain, scram-sha-256 or scram-sha-512',
    ]);
  }
  if (user !== undefined && password !== undefined) return { mechanism, username: user, password };
  throw new ConfigError(['ONCEOVER_KAFKA_SASL needs ONCEOVER_KAFKA_USER and ONCEOVER_KAFKA_PASSWORD']);
}
