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

  /** Something that is asked of a broker: how it is written, and how the answer is read. */
  interface Exchange<Answer> {
    readonly request: {
      readonly apiKey: number;
      readonly apiVersion: number;
      readonly apiName: string;
      encode(): Promise<import('kafkajs/src/protocol/encoder.js')>;
    };
    readonly response: {
      decode(bytes: Buffer): Promise<Answer>;
      parse(answer: Answer): Promise<Answer>;
    };
  }

  class Broker {
    readonly brokerAddress: string;
    readonly connectionPool: { send<Answer>(exchange: Exchange<Answer>): Promise<Answer> };
    apiVersions(): Promise<ApiVersions>;
  }
  export = Broker;
}

declare module 'kafkajs/src/protocol/encoder.js' {
  /** With the types of Kafka's protocol; `UVarInt` are those of newer requests. */
  class Encoder {
    writeInt8(value: number): this;
    writeInt32(value: number): this;
    writeDouble(value: number): this;
    writeBoolean(value: boolean): this;
    writeString(value: string): this;
    writeUVarIntString(value: string): this;
    /** Without bytes: no tagged fields. */
    writeUVarIntBytes(value?: Buffer): this;
    writeArray(items: readonly Encoder[]): this;
    writeUVarIntArray(items: readonly Encoder[]): this;
  }
  export = Encoder;
}

declare module 'kafkajs/src/protocol/decoder.js' {
  class Decoder {
    constructor(bytes: Buffer);
    readInt8(): number;
    readInt16(): number;
    readInt32(): number;
    readString(): string | null;
    readUVarIntString(): string | null;
    readTaggedFields(): void;
    readArray<Item>(item: (decoder: Decoder) => Item): readonly Item[];
    readUVarIntArray<Item>(item: (decoder: Decoder) => Item): readonly Item[];
  }
  export = Decoder;
}

declare module 'kafkajs/src/protocol/error.js' {
  export function createErrorFromCode(code: number): Error;
}
