/*
 * The parts of kafkajs 2.2.4 that we replace. They are imported and not required: so a bundle replaces them in the copy of
 * kafkajs that it has itself.
 */

declare module 'kafkajs/src/network/requestQueue/index.js' {
  class RequestQueue {
    readonly pending: readonly unknown[];
    readonly throttledUntil: number;
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}

declare module 'kafkajs/src/broker/index.js' {
  /** By the number of the request: the oldest and the newest version of it that a broker takes. */
  type ApiVersions = Readonly<Record<number, { readonly minVersion: number; readonly maxVersion: number }>>;

  class Broker {
    readonly brokerAddress: string;
    apiVersions(): Promise<ApiVersions>;
  }
  export = Broker;
}
