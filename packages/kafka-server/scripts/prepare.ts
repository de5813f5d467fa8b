import { canRunKafka, ensureClassArchive, kafkaVersions } from '../src/index.ts';

/** Has ready what tests start brokers from, where this machine can run any. */
if (await canRunKafka()) for (const version of kafkaVersions) await ensureClassArchive(version);
