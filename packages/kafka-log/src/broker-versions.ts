import Broker from 'kafkajs/src/broker/index.js';

/** Whoever asks can do nothing with these brokers; the message says what to do. */
export class BrokersTooOld extends Error {
  override readonly name = 'BrokersTooOld';
  /** As in kafkajs' own errors: trying again would change nothing. */
  readonly retriable = false;

  constructor(broker: string) {
    super(`ONCEOVER_KAFKA_BROKERS: the broker ${broker} is older than Apache Kafka 3.9: take brokers of 3.9 or 4`);
  }
}

const FETCH = 1;
/** It came with Kafka 3.9 (KIP-853). */
const LEAST_FETCH = 17;

let isPatched = false;

/** kafkajs asks each broker once which requests it takes, and tells nobody: brokers that are too old are refused there. */
export function refuseOldBrokers(): void {
  if (isPatched) return;
  isPatched = true;
  const { prototype } = Broker;
  const { apiVersions } = prototype;
  prototype.apiVersions = async function refusingOldOnes(this: Broker) {
    const versions = await apiVersions.call(this);
    if ((versions[FETCH]?.maxVersion ?? 0) < LEAST_FETCH) throw new BrokersTooOld(this.brokerAddress);
    return versions;
  };
}
