import { freePorts, type KafkaServer } from '@onceover/kafka-server';
import { startOwnKafka } from '@onceover/testing/kafka';

/** A broker that asks who somebody is, at a port beside the one where it asks nobody: who comes there may do everything. */
export interface GuardedKafka extends AsyncDisposable {
  readonly server: KafkaServer;
  /** Where users of SCRAM-SHA-512 are asked for their rights, `host:port`. */
  readonly door: string;
}

export async function startGuardedKafka(): Promise<GuardedKafka> {
  const [own = 0, users = 0, controller = 0] = await freePorts(3);
  const listeners = `PLAINTEXT://127.0.0.1:${own},USERS://127.0.0.1:${users}`;
  const server = await startOwnKafka({
    nodes: 1,
    ports: [own],
    settings: {
      'controller.quorum.voters': `1@127.0.0.1:${controller}`,
      listeners: `${listeners},CONTROLLER://127.0.0.1:${controller}`,
      'advertised.listeners': listeners,
      'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,USERS:SASL_PLAINTEXT',
      'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
      'listener.name.users.scram-sha-512.sasl.jaas.config':
        'org.apache.kafka.common.security.scram.ScramLoginModule required;',
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users': 'User:ANONYMOUS',
    },
  });
  return { server, door: `127.0.0.1:${users}`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
