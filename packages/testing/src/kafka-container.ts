import { askBroker, freePorts, type KafkaVersion, serverSettings } from '@onceover/kafka-server';
import { GenericContainer, getContainerRuntimeClient } from 'testcontainers';
import { eventually } from './eventually.ts';

/**
 * A broker from Kafka's own image, for machines that have a container engine and no Java.
 *
 * Shape    the port is the same inside and outside, because a broker tells its clients one address
 */
export async function startKafkaContainer(
  version: KafkaVersion,
): Promise<{ brokers: readonly string[] } & AsyncDisposable> {
  const { host } = (await getContainerRuntimeClient()).info.containerRuntime;
  const [broker, controller] = (await freePorts(2)) as [number, number];
  const address = `${host}:${broker}`;
  const container = await new GenericContainer(`apache/kafka:${version}`)
    .withExposedPorts({ container: broker, host: broker })
    .withEnvironment(
      variablesOf({
        ...serverSettings(1, { version, ports: [{ broker, controller }], settings: {} }),
        listeners: `PLAINTEXT://0.0.0.0:${broker},CONTROLLER://127.0.0.1:${controller}`,
        'advertised.listeners': `PLAINTEXT://${address}`,
        'log.dirs': '/tmp/kafka-data',
      }),
    )
    .start();
  await using undo = new AsyncDisposableStack();
  undo.defer(async () => void (await container.stop()));
  // It listens before it has a controller that lets it serve.
  await eventually(() => askBroker(address), { withinMs: 60_000, everyMs: 100 });
  const owned = undo.move();
  return { brokers: [address], [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** As the image reads them: `node.id` is `KAFKA_NODE_ID`. */
function variablesOf(settings: Readonly<Record<string, string>>): Record<string, string> {
  const variable = (name: string) => `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`;
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [variable(name), value]));
}
