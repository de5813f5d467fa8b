import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { ConfigError } from '@onceover/service-kit/config';
import { ignoring, NamedError } from '@onceover/service-kit/errors';
import type { Kafka } from 'kafkajs';
import type Broker from 'kafkajs/src/broker/index.js';
import Decoder from 'kafkajs/src/protocol/decoder.js';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import { createErrorFromCode } from 'kafkajs/src/protocol/error.js';
import { within } from './connection.ts';
import { brokersWord, kafkaFailure } from './failures.ts';
import { withAdmin } from './topics.ts';

/** Somebody outside who reads topics of theirs. */
export interface TopicAccess {
  readonly user: string;
  readonly password: string;
  /** What the names of their topics and of their consumer groups begin with. */
  readonly prefix: string;
  /** How much they may read from one broker. */
  readonly bytesPerSecond: number;
}

/** Of one thread of a broker, which is how much work of all kinds a user may make. */
const REQUEST_PERCENT = 25;
const ANSWER_MS = 10_000;

/** kafkajs' numbers, which are Kafka's: of resources, of patterns of names, of what is done, and of what is said to it. */
const [TOPIC, GROUP, PREFIXED, READ, ALLOW] = [2, 3, 4, 3, 3] as const;
const ANY = 1;

/**
 * Lets somebody read: a user with SCRAM-SHA-512, the right to read what begins with the prefix (topics, and as a member of groups) and
 * nothing else, and a limit. Who has access already gets the new password and the new limit.
 *
 * Refuses  `ConfigError`: whoever asks may not do this; `OutageError`
 */
export async function giveAccess(kafka: Kafka, access: TopicAccess): Promise<void> {
  const { user, prefix } = access;
  // Without rights a user is nobody, so rights come first: who is let in is held to them.
  await withAdmin(kafka, async (admin) => {
    const acl = [TOPIC, GROUP].map((resourceType) => ({
      resourceType,
      resourceName: prefix,
      resourcePatternType: PREFIXED,
      ...anybody(user),
      operation: READ,
      permissionType: ALLOW,
    }));
    await asked(admin.createAcls({ acl }));
  });
  const scram = await scramOf(access);
  await onController(kafka, async (controller) => {
    await asked(controller.send(quotas(user, access.bytesPerSecond)));
    await asked(controller.send(scram));
  });
}

/** Takes all of it away again, whatever there is. Connections that are open lose their rights at once. */
export async function takeAccess(kafka: Kafka, user: string): Promise<void> {
  await onController(kafka, async (controller) => {
    await asked(controller.send(scramGone(user))).catch(ignoring(NoSuchUser));
    await asked(controller.send(quotas(user, null)));
  });
  await withAdmin(kafka, async (admin) => {
    const filter = {
      resourceType: ANY,
      resourcePatternType: ANY,
      ...anybody(user),
      operation: ANY,
      permissionType: ANY,
    };
    await asked(admin.deleteAcls({ filters: [filter] }));
  });
}

const anybody = (user: string) => ({ principal: `User:${user}`, host: '*' });

/** By the brokers' words. */
const SENTENCES: Readonly<Record<string, string>> = {
  CLUSTER_AUTHORIZATION_FAILED:
    'the brokers do not let this user give or take access: name one with Alter on the cluster in ONCEOVER_KAFKA_USER and ONCEOVER_KAFKA_PASSWORD',
  SECURITY_DISABLED:
    'the brokers ask nobody for rights, so whoever reaches them reads everything: set authorizer.class.name and super.users of the brokers first',
};

/** Waits for an answer, and says what to do about a refusal. */
async function asked<R>(answer: Promise<R>): Promise<R> {
  try {
    return await within(ANSWER_MS, answer);
  } catch (error) {
    const sentence = SENTENCES[brokersWord(error) ?? ''];
    if (sentence !== undefined) throw new ConfigError([sentence]);
    throw error instanceof AccessRefused
      ? new ConfigError([`the brokers refuse to change a user: ${error.message}`])
      : error;
  }
}

/*
 * What kafkajs does not know: users and their limits. Source: https://kafka.apache.org/protocol, requests 49 and 51.
 */

/** A broker refuses what was asked of it; the message is its own. */
class AccessRefused extends NamedError {}

type Asking = Pick<Broker['connectionPool'], 'send'>;

/** The way to the broker that takes changes. kafkajs has it for itself, under a symbol. */
async function onController<R>(kafka: Kafka, work: (controller: Asking) => Promise<R>): Promise<R> {
  const cluster = openCluster(kafka);
  try {
    await within(ANSWER_MS, cluster.connect());
    await within(ANSWER_MS, cluster.refreshMetadata());
    const { connectionPool } = await within(ANSWER_MS, cluster.findControllerBroker());
    return await work(connectionPool);
  } catch (error) {
    throw error instanceof NamedError ? error : kafkaFailure(error);
  } finally {
    await cluster.disconnect().catch(() => undefined);
  }
}

interface Cluster {
  connect(): Promise<void>;
  refreshMetadata(): Promise<void>;
  disconnect(): Promise<void>;
  findControllerBroker(): Promise<Broker>;
}

function openCluster(kafka: Kafka): Cluster {
  const name = Object.getOwnPropertySymbols(kafka).find((each) => each.description === 'private:Kafka:createCluster');
  const open = name && (kafka as unknown as Record<symbol, (options: object) => Cluster>)[name];
  if (open === undefined) throw new TypeError('this is another kafkajs than the one that this was written for');
  return open({ metadataMaxAge: 300_000, allowAutoTopicCreation: false });
}

const SHA_512 = 2;
const ITERATIONS = 8192;

/** The brokers get what they check a password by, and never the password. */
async function scramOf({ user, password }: TopicAccess) {
  const salt = randomBytes(32);
  const salted = await promisify(pbkdf2)(password, salt, ITERATIONS, 64, 'sha512');
  const upsertion = new Encoder()
    .writeUVarIntString(user)
    .writeInt8(SHA_512)
    .writeInt32(ITERATIONS)
    .writeUVarIntBytes(salt)
    .writeUVarIntBytes(salted)
    .writeUVarIntBytes();
  return scramExchange([], [upsertion]);
}

const scramGone = (user: string) =>
  scramExchange([new Encoder().writeUVarIntString(user).writeInt8(SHA_512).writeUVarIntBytes()], []);

const RESOURCE_NOT_FOUND = 91;

/** AlterUserScramCredentials, version 0. */
const scramExchange = (deletions: readonly Encoder[], upsertions: readonly Encoder[]) => ({
  request: {
    apiKey: 51,
    apiVersion: 0,
    apiName: 'AlterUserScramCredentials',
    encode: async () =>
      new Encoder().writeUVarIntBytes().writeUVarIntArray(deletions).writeUVarIntArray(upsertions).writeUVarIntBytes(),
  },
  response: {
    async decode(bytes: Buffer) {
      const decoder = new Decoder(bytes);
      decoder.readTaggedFields();
      decoder.readInt32(); // how long the broker had us wait
      return decoder.readUVarIntArray((each) => {
        each.readUVarIntString();
        const answer = { code: each.readInt16(), message: each.readUVarIntString() };
        each.readTaggedFields();
        return answer;
      });
    },
    parse: async (answers: readonly Answer[]) => mustAllWork(answers),
  },
});

/** AlterClientQuotas, version 0. Null: no limits any more. */
const quotas = (user: string, bytesPerSecond: number | null) => {
  const limits = Object.entries({ consumer_byte_rate: bytesPerSecond, request_percentage: REQUEST_PERCENT });
  const changes = limits.map(([name, value]) =>
    new Encoder()
      .writeString(name)
      .writeDouble(value ?? 0)
      .writeBoolean(bytesPerSecond === null),
  );
  const entity = new Encoder().writeString('user').writeString(user);
  return {
    request: {
      apiKey: 49,
      apiVersion: 0,
      apiName: 'AlterClientQuotas',
      encode: async () =>
        new Encoder().writeArray([new Encoder().writeArray([entity]).writeArray(changes)]).writeBoolean(false),
    },
    response: {
      async decode(bytes: Buffer) {
        const decoder = new Decoder(bytes);
        decoder.readInt32(); // how long the broker had us wait
        return decoder.readArray((each) => {
          const answer = { code: each.readInt16(), message: each.readString() };
          each.readArray((part) => [part.readString(), part.readString()]);
          return answer;
        });
      },
      parse: async (answers: readonly Answer[]) => mustAllWork(answers),
    },
  };
};

interface Answer {
  readonly code: number;
  readonly message: string | null;
}

class NoSuchUser extends NamedError {}

function mustAllWork(answers: readonly Answer[]): readonly Answer[] {
  const failed = answers.find(({ code }) => code !== 0);
  if (failed === undefined) return answers;
  const cause = createErrorFromCode(failed.code);
  const told = failed.message ?? cause.message;
  throw failed.code === RESOURCE_NOT_FOUND ? new NoSuchUser(told, { cause }) : new AccessRefused(told, { cause });
}
