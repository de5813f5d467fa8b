import path from 'node:path';
import { colonelsIn } from '@onceover/accounts/cli';
import { examinedGateway } from '@onceover/gateway/cli';
import { type GatewayConfig, gatewayConfig } from '@onceover/gateway/config';
import { examinedMail } from '@onceover/notifications/cli';
import { type DoctorWish, type Examination, runDoctorLine } from '@onceover/process/doctor';
import { examinationOf, type Installation } from '@onceover/process/doctor/examination';
import { askHealth } from '@onceover/process/health';
import { processLog } from '@onceover/process/product';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { isLoopback } from '@onceover/schema/site-host';
import type { Logger } from '@onceover/service-kit/logging';
import { loadProcessConfig, type ProcessConfig } from '../config.ts';
import { doorOf } from '../process-health.ts';
import { backingChecks } from './backing-checks.ts';
import { type CommandServices, commandServicesOf } from './command-services.ts';
import { type Environments, readEnvironments, type SettingsPlace } from './environments.ts';
import { keysCommandPlace } from './keys-place.ts';
import { unaskedRedis } from './open-service.ts';

interface DoctorPlace {
  readonly at: SettingsPlace;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * `npm run doctor -- --env PATH …` beside services that run apart, or the same words after the name of one of their processes, with its
 * settings. Gives the exit code.
 */
export const runDoctorAt = (place: DoctorPlace, argv: readonly string[]): Promise<number> =>
  runDoctorLine(argv, place.env, (wish, stack) =>
    examineDistributed(place, wish, { log: processLog('doctor'), stack }),
  );

/** What is looked at: the processes with these settings, whether they run or not. Starts nothing. */
async function examineDistributed(
  { at, env }: DoctorPlace,
  wish: DoctorWish,
  { log, stack }: { readonly log: Logger; readonly stack: AsyncDisposableStack },
): Promise<Examination> {
  const environments = readEnvironments(at, env, serviceNames);
  const services = commandServicesOf(environments, { log, stack });
  const gateway = gatewayIn(environments);
  const opened = await Promise.all(services.names.map((name): Promise<Opened> => services[name]()));
  const processes = [...opened.map((each) => each.process), ...(gateway === undefined ? [] : [gateway.process])];
  const databases = new Map(opened.map(({ database }) => [JSON.stringify(database), database]));
  const installation: Installation = {
    site: siteOf(gateway, processes),
    processes: () =>
      Promise.all(
        [...environments].map(async ([name, given]) => ({ name, ...(await askHealth(() => doorOf(name, given))) })),
      ),
    settings: await settingsOf({ services, gateway: gateway?.gateway, processes, environments }),
    gateway: gateway && examinedGateway(gateway.gateway),
    mail: await mailOf(services, siteOf(gateway, processes)),
    databases: [...databases.values()],
    keys: keysOf({ services, opened, gateway: gateway?.gateway, processes }),
    colonels: has(services, 'accounts')
      ? async () => await colonelsIn((await services.accounts()).database)
      : undefined,
    events:
      services.names.length === 0 ? undefined : () => Promise.all(services.names.map((name) => services.tools(name))),
    disks: await disksOf(services, opened, gateway?.gateway),
    floorMegabytes: 0,
    dnsServers: has(services, 'accounts') ? (await services.accounts()).config.dnsServers : [],
    more: backingChecks({ environments, opened, log, stack }),
  };
  return examinationOf(installation, wish);
}

type Opened = Pick<
  Awaited<ReturnType<CommandServices['audit']>>,
  'name' | 'database' | 'keys' | 'process' | 'kafka' | 'backupDir'
>;
type GatewaySettings = ReturnType<typeof gatewayIn>;

const has = ({ names }: CommandServices, name: CommandServices['names'][number]) => names.includes(name);

function gatewayIn(environments: Environments) {
  const given = environments.get('gateway');
  return given && loadProcessConfig('gateway', { gateway: gatewayConfig, redis: unaskedRedis }, given);
}

function siteOf(gateway: GatewaySettings, processes: readonly ProcessConfig[]): string {
  const named =
    gateway?.gateway.siteHost ?? processes.map(({ siteHost }) => siteHost).find((each) => each !== undefined);
  if (named !== undefined) return named;
  return gateway === undefined ? 'localhost' : `${gateway.gateway.host}:${gateway.gateway.port}`;
}

interface AllSettings {
  readonly services: CommandServices;
  readonly gateway: GatewayConfig | undefined;
  readonly processes: readonly ProcessConfig[];
  readonly environments: Environments;
}

async function settingsOf({
  services,
  gateway,
  processes,
  environments,
}: AllSettings): Promise<Installation['settings']> {
  const secrets = has(services, 'secrets') ? (await services.secrets()).config : undefined;
  const shown = processes.filter(({ metricsPort }) => metricsPort !== undefined);
  const { metricsPort, metricsHost = '127.0.0.1' } =
    shown.find((each) => !isLoopback(each.metricsHost)) ?? shown[0] ?? {};
  const levels = [...environments.values()].map((given) => given.ONCEOVER_LOG_LEVEL ?? '');
  return {
    rateLimits: gateway?.rateLimits ?? secrets?.rateLimits ?? true,
    signUp: gateway?.signUp ?? false,
    signIn: gateway?.signIn ?? true,
    metricsPort,
    metricsHost,
    allowOpenKeys: processes.some(({ allowOpenKeys }) => allowOpenKeys),
    logLevel: levels.find((level) => ['debug', 'trace'].includes(level)) ?? '',
    plainCalls: processes.some(({ allowPlainCalls, tlsCertFile }) => allowPlainCalls && tlsCertFile === undefined),
  };
}

async function mailOf(services: CommandServices, site: string): Promise<Installation['mail']> {
  if (!has(services, 'notifications')) return undefined;
  return examinedMail((await services.notifications()).config, site);
}

interface KeysParts extends Pick<AllSettings, 'services' | 'gateway' | 'processes'> {
  readonly opened: readonly Opened[];
}

function keysOf({ services, opened, gateway, processes }: KeysParts): Installation['keys'] {
  const own = opened.flatMap(({ keys }) => (keys === null ? [] : [keys.keysDir]));
  return {
    allowOpenKeys: processes.some(({ allowOpenKeys }) => allowOpenKeys),
    dataDir: undefined,
    backupDir: backupDirOf(opened),
    open: opened.length === 0 ? undefined : (write) => keysCommandPlace(services, write),
    directories: [...own, ...(gateway === undefined ? [] : [gateway.keysDir])].map((each) => path.resolve(each)),
  };
}

const backupDirOf = (opened: readonly Opened[]) =>
  opened.map(({ backupDir }) => backupDir).find((each) => each !== undefined);

async function disksOf(
  services: CommandServices,
  opened: readonly Opened[],
  gateway: GatewayConfig | undefined,
): Promise<Installation['disks']> {
  const mail = has(services, 'notifications') ? (await services.notifications()).config : undefined;
  const savesIn = mail?.smtpUrl === undefined ? mail?.mailDir : undefined;
  const backups = backupDirOf(opened);
  const keys = [
    ...opened.flatMap(({ name, keys: own }) => (own === null ? [] : [{ name, keysDir: own.keysDir }])),
    ...(gateway === undefined ? [] : [{ name: 'gateway', keysDir: gateway.keysDir }]),
  ];
  return [
    ...keys.map(({ name, keysDir }) => ({ title: `the keys of ${name}`, directory: path.resolve(keysDir) })),
    ...(savesIn === undefined ? [] : [{ title: 'saved emails', directory: path.resolve(savesIn) }]),
    ...(backups === undefined ? [] : [{ title: 'backups', directory: path.resolve(backups) }]),
  ];
}
