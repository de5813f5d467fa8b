import { type BrokerProcess, startBrokerProcess } from './broker-process.ts';
import type { NodeDirectory } from './data-directory.ts';
import type { KafkaProgram } from './kafka-program.ts';

/** One broker of a cluster, and a voter among its controllers. */
export interface KafkaNode {
  /** As clients reach it, `host:port`; the same as long as the server lives. */
  readonly address: string;
  /** Undefined while it is not running; another one after a restart. */
  readonly pid: number | undefined;
  /** Stops it cleanly: its partitions move to other nodes first, if there are any. */
  stop(): Promise<void>;
  /** Ends it at once, as a loss of power would. */
  kill(): Promise<void>;
  /** Starts it again with its data; resolves when it serves, for which most of the nodes have to be running. */
  start(): Promise<void>;
}

export interface StartableNode extends KafkaNode {
  start(signal?: AbortSignal): Promise<void>;
}

/** @param onLost called when it ended although nobody asked it to */
export function kafkaNode(
  program: KafkaProgram,
  directory: NodeDirectory,
  address: string,
  onLost: () => void,
): StartableNode {
  let current: BrokerProcess | undefined;

  async function start(signal?: AbortSignal): Promise<void> {
    if (current !== undefined) return;
    const started = startBrokerProcess(program, directory, address);
    current = started;
    let isReady = false;
    void started.exited.then(() => {
      if (current !== started) return;
      current = undefined;
      if (isReady) onLost();
    });
    try {
      await started.ready(signal);
      isReady = true;
    } catch (error) {
      await end('kill');
      throw error;
    }
  }

  async function end(how: 'stop' | 'kill'): Promise<void> {
    const ending = current;
    current = undefined;
    await ending?.[how]();
  }

  return {
    address,
    get pid() {
      return current?.pid;
    },
    start,
    stop: () => end('stop'),
    kill: () => end('kill'),
  };
}
