import path from 'node:path';
import { colonelsIn } from '@onceover/accounts/cli';
import { examinedGateway } from '@onceover/gateway/cli';
import { examinedMail } from '@onceover/notifications/cli';
import { findRunningServer, type PostgresAddress, PostgresServerError } from '@onceover/postgres-server';
import { addressFrom, ownDatabase } from '@onceover/process/database';
import { type DoctorWish, type Examination, runDoctorLine } from '@onceover/process/doctor';
import { examinationOf, type Installation } from '@onceover/process/doctor/examination';
import { type Found, wrong } from '@onceover/process/doctor/finding';
import { askHealth } from '@onceover/process/health';
import { hasNetworkKeyStore } from '@onceover/secrets/config';
import { codeOf } from '@onceover/service-kit/errors';
import './logger.ts';
import { openEventTools } from './command-place.ts';
import { directoriesOf, type EmbeddedConfig, loadEmbeddedConfig } from './config.ts';
import { keysCommandPlace } from './keys-place.ts';

/** `npm run doctor -- …`, beside a running server or without one. Gives the exit code. */
export const runDoctorHere = (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  runDoctorLine(argv, env, async (wish, stack) => examineEmbedded(env, wish, stack));

/** What is looked at: the installation with these settings, whether it runs or not. Starts nothing. */
function examineEmbedded(env: NodeJS.ProcessEnv, wish: DoctorWish, stack: AsyncDisposableStack): Examination {
  const config = loadEmbeddedConfig(env);
  const { gateway, accounts, secrets } = config;
  const { database, trouble } = databaseThatRuns(config);
  const site = gateway.siteHost ?? `${gateway.host}:${gateway.port}`;
  const installation: Installation = {
    site,
    processes: async () => [{ name: '', ...(await askHealth(() => gateway)) }],
    settings: {
      ...{ rateLimits: gateway.rateLimits, signUp: gateway.signUp, signIn: gateway.signIn },
      ...{ metricsPort: config.embedded.metricsPort, metricsHost: config.embedded.metricsHost },
      allowOpenKeys: secrets.allowOpenKeys,
      logLevel: env.ONCEOVER_LOG_LEVEL ?? '',
      plainCalls: false,
    },
    gateway: examinedGateway(gateway),
    mail: examinedMail(config.notifications, site),
    databases: database === undefined ? undefined : [database],
    databaseTrouble: trouble,
    keys: keysOf(config, database, stack),
    colonels: database && (() => colonelsIn(database)),
    events: database && (async () => Object.values(await openEventTools({ config, database }, stack))),
    disks: disksOf(config),
    floorMegabytes: secrets.minFreeMegabytes,
    dnsServers: accounts.dnsServers,
    more: [],
  };
  return examinationOf(installation, wish);
}

/** The database if it can be asked: a server of somebody else's, or ours while Onceover runs. */
function databaseThatRuns({ embedded }: EmbeddedConfig): { database?: PostgresAddress | undefined; trouble?: Found } {
  if (embedded.databaseUrl !== '') return { database: addressFrom(embedded.databaseUrl) };
  try {
    return { database: findRunningServer({ dataDir: clusterIn(embedded), database: ownDatabase }) };
  } catch (error) {
    const isClosed = codeOf(error) === 'EACCES' || error instanceof PostgresServerError;
    if (!isClosed) throw error;
    const todo = 'look as the user that starts Onceover';
    return { trouble: wrong(`this user cannot work in ${clusterIn(embedded)}`, todo, 'As a service') };
  }
}

const clusterIn = ({ dataDir }: EmbeddedConfig['embedded']) => path.join(path.resolve(dataDir), 'postgres');

function keysOf(
  config: EmbeddedConfig,
  database: PostgresAddress | undefined,
  stack: AsyncDisposableStack,
): Installation['keys'] {
  const { keysDir, dataDir, allowOpenKeys } = directoriesOf(config);
  return {
    allowOpenKeys,
    dataDir: config.embedded.databaseUrl === '' ? dataDir : undefined,
    backupDir: config.embedded.backupDir,
    open: database && ((write) => keysCommandPlace({ config, database }, { write, stack })),
    directories: [path.resolve(keysDir)],
  };
}

function disksOf({ embedded, secrets, notifications, audit }: EmbeddedConfig): Installation['disks'] {
  const data = path.resolve(embedded.dataDir);
  return [
    ...(embedded.databaseUrl === '' ? [{ title: 'the data', directory: data }] : []),
    ...(hasNetworkKeyStore(secrets) ? [] : [{ title: 'the keys', directory: path.resolve(secrets.keysDir) }]),
    ...(notifications.smtpUrl === undefined
      ? [{ title: 'saved emails', directory: path.resolve(notifications.mailDir ?? data) }]
      : []),
    ...(audit.auditDir === undefined ? [] : [{ title: 'checkpoints', directory: path.resolve(audit.auditDir) }]),
    ...(embedded.backupDir === undefined ? [] : [{ title: 'backups', directory: path.resolve(embedded.backupDir) }]),
  ];
}
