import { writeFileSync } from 'node:fs';
import { DATA, LOG_FILE, type NodeDirectory } from './data-directory.ts';
import type { KafkaVersion } from './jars.ts';

export interface NodePorts {
  readonly broker: number;
  readonly controller: number;
}

export interface ClusterSettings {
  readonly version: KafkaVersion;
  /** Of node 1, 2, …: every node is broker and controller. */
  readonly ports: readonly NodePorts[];
  /** Server settings on top of, or instead of, ours. */
  readonly settings: Readonly<Record<string, string>>;
}

const LOG_BYTES = '4MB';

/** Writes what a node reads when it starts; rewritten at every start, because ports may be others. */
export function writeNodeSettings(node: NodeDirectory, cluster: ClusterSettings): void {
  write(node.settingsFile, serverSettings(node.id, cluster));
  write(node.logSettingsFile, logSettings(cluster.version));
}

/**
 * Every node may lead and vote. Three of them keep three copies of everything and acknowledge what two have, so that one
 * may be lost; one node keeps one.
 */
export function serverSettings(id: number, { version, ports, settings }: ClusterSettings): Record<string, string> {
  const own = ports[id - 1];
  if (own === undefined) throw new RangeError(`node ${id} has no ports`);
  const copies = String(ports.length);
  const least = ports.length === 1 ? '1' : String(ports.length - 1);
  const broker = `PLAINTEXT://127.0.0.1:${own.broker}`;
  return {
    'process.roles': 'broker,controller',
    'node.id': String(id),
    'controller.quorum.voters': ports.map(({ controller }, at) => `${at + 1}@127.0.0.1:${controller}`).join(','),
    listeners: `${broker},CONTROLLER://127.0.0.1:${own.controller}`,
    'advertised.listeners': broker,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': DATA,
    'log.segment.bytes': '16777216',
    'num.network.threads': '2',
    'num.io.threads': '2',
    'default.replication.factor': copies,
    'min.insync.replicas': least,
    'offsets.topic.replication.factor': copies,
    'offsets.topic.num.partitions': '1',
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': least,
    'transaction.state.log.num.partitions': '1',
    ...(version.startsWith('4.')
      ? {
          'share.coordinator.state.topic.replication.factor': copies,
          'share.coordinator.state.topic.min.isr': least,
        }
      : {}),
    // A killed node is given up, and may come back, after this and not after 9 s.
    'broker.heartbeat.interval.ms': '500',
    'broker.session.timeout.ms': '4000',
    // A group's first member need not wait for others that may come.
    'group.initial.rebalance.delay.ms': '0',
    // A topic that nobody asked for would have partitions that nobody chose.
    'auto.create.topics.enable': 'false',
    ...settings,
  };
}

/** Kafka 4 logs through log4j 2, and 3.9 through reload4j, which reads the settings of log4j 1. */
function logSettings(version: KafkaVersion): Record<string, string> {
  const pattern = '%d{ISO8601} %p %m (%c)%n';
  if (version.startsWith('3.')) {
    return {
      'log4j.rootLogger': 'INFO, file',
      'log4j.appender.file': 'org.apache.log4j.RollingFileAppender',
      'log4j.appender.file.File': LOG_FILE,
      'log4j.appender.file.MaxFileSize': LOG_BYTES,
      'log4j.appender.file.MaxBackupIndex': '1',
      'log4j.appender.file.layout': 'org.apache.log4j.PatternLayout',
      'log4j.appender.file.layout.ConversionPattern': pattern,
    };
  }
  return {
    'rootLogger.level': 'INFO',
    'rootLogger.appenderRef.file.ref': 'file',
    'appender.file.type': 'RollingFile',
    'appender.file.name': 'file',
    'appender.file.fileName': LOG_FILE,
    'appender.file.filePattern': `${LOG_FILE}.%i`,
    'appender.file.layout.type': 'PatternLayout',
    'appender.file.layout.pattern': pattern,
    'appender.file.policies.type': 'Policies',
    'appender.file.policies.size.type': 'SizeBasedTriggeringPolicy',
    'appender.file.policies.size.size': LOG_BYTES,
    'appender.file.strategy.type': 'DefaultRolloverStrategy',
    'appender.file.strategy.max': '1',
  };
}

function write(file: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, `# Rewritten at every start.\n${lines.join('')}`);
}
