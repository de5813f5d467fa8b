import { existsSync } from 'node:fs';
import type { ToolParts } from '@onceover/event-bus';
import type { PostgresAddress } from '@onceover/postgres-server';
import { isLoopback } from '@onceover/schema/site-host';
import { productVersion } from '../product.ts';
import type { DoctorWish, Examination } from './doctor-command.ts';
import { examineBackups } from './examine-backups.ts';
import { askDatabase, examineDatabases } from './examine-database.ts';
import { eventFacts } from './examine-events.ts';
import { type ExaminedKeys, examineKeys } from './examine-keys.ts';
import { senderRecords } from './examine-sender.ts';
import { examineSite, type MirrorQuestion } from './examine-site.ts';
import { type Found, look, ok } from './finding.ts';
import { freeSpaces, type WatchedDirectory } from './free-spaces.ts';
import { type ClockFacts, judgeClock, judgeDisk, judgeEvents, judgeRunning, type RunningFacts } from './judge-data.ts';
import { judgeEmail, judgeSender, type MailTrial } from './judge-mail.ts';
import { type ColonelFacts, judgeColonels, judgeSettings, type WatchedSettings } from './judge-settings.ts';
import { judgeHttps, judgeProxy, judgeSite, type SiteFacts } from './judge-site.ts';
import { pinnedNode } from './pinned-node.ts';
import type { Check } from './run-checks.ts';

/** An installation, as its settings describe it; what belongs to a service that is not among them is undefined. */
export interface Installation {
  /** host[:port], where people reach it. */
  readonly site: string;
  readonly processes: () => Promise<RunningFacts['processes']>;
  readonly settings: Omit<WatchedSettings, 'isProduction' | 'isContainer'>;
  readonly gateway: GatewayPart | undefined;
  readonly mail: MailPart | undefined;
  /** Undefined while it does not run, of a database that only runs with Onceover. */
  readonly databases: readonly PostgresAddress[] | undefined;
  /** Why it cannot be asked although it may run. */
  readonly databaseTrouble?: Found | undefined;
  readonly keys: Omit<ExaminedKeys, 'isProduction'>;
  readonly colonels: (() => Promise<Pick<ColonelFacts, 'colonels' | 'withoutTwoStep'>>) | undefined;
  readonly events: (() => Promise<readonly ToolParts[]>) | undefined;
  readonly disks: readonly WatchedDirectory[];
  readonly floorMegabytes: number;
  /** `host:port` of resolvers; empty: those of the system. */
  readonly dnsServers: readonly string[];
  /** What only some installations have, such as brokers. */
  readonly more: readonly Check[];
}

interface GatewayPart {
  readonly trustedProxies: readonly string[];
  readonly areColonelsNarrowed: boolean;
  /** Undefined where there is no key to ask with yet. */
  readonly question: () => Promise<MirrorQuestion | undefined>;
}

interface MailPart {
  readonly trial: (wish: DoctorWish & { readonly wholeMs: number }) => Promise<{
    readonly server: { readonly host: string; readonly isEncrypted: boolean } | undefined;
    readonly trouble: string | undefined;
    readonly isSent: boolean | undefined;
  }>;
  readonly senderDomain: string;
  readonly hasServer: boolean;
}

/** Less than a check may take. */
const MAIL_MS = 4_500;

/** What is looked at, in the order of the screen. */
export function examinationOf(installation: Installation, wish: DoctorWish): Examination {
  const { site } = installation;
  const isProduction = !isLoopback(site.replace(/:\d+$/, ''));
  const { settings, more, dnsServers, gateway } = installation;
  // It is asked once, for everybody who wants to know something of it.
  const seen = isProduction
    ? // A key that is damaged is told of with the keys.
      once(
        async () => await examineSite({ site, dnsServers, question: await gateway?.question().catch(() => undefined) }),
      )
    : undefined;
  return {
    version: productVersion(),
    site: `${isProduction ? 'https' : 'http'}://${site}`,
    isTrial: !isProduction,
    checks: [
      { name: 'running', look: async () => judgeRunning({ isProduction, processes: await installation.processes() }) },
      ...(seen === undefined ? [] : siteChecks(installation, seen)),
      { name: 'settings', look: async () => judgeSettings({ ...settings, isProduction, isContainer: isContainer() }) },
      ...mailChecks(installation, isProduction, wish),
      ...dataChecks(installation, isProduction, seen),
      ...more,
      { name: 'versions', look: async () => judgeVersions(productVersion(), process.version, pinnedNode()) },
    ],
  };
}

type SeenSite = () => Promise<SiteFacts>;

function siteChecks({ gateway }: Installation, seen: SeenSite): readonly Check[] {
  return [
    { name: 'site', look: async () => judgeSite(await seen()) },
    { name: 'https', look: async () => judgeHttps(await seen()) },
    ...(gateway === undefined ? [] : [{ name: 'proxy', look: async () => judgeProxy(gateway, await seen()) }]),
  ];
}

function mailChecks(
  { mail, settings, dnsServers }: Installation,
  isProduction: boolean,
  wish: DoctorWish,
): readonly Check[] {
  if (mail === undefined) return [];
  const { hasServer, senderDomain: domain } = mail;
  const place = { isProduction, signUp: settings.signUp };
  return [
    {
      name: 'email',
      look: async () => {
        const { server, ...rest } = await mail.trial({ ...wish, wholeMs: MAIL_MS });
        const trial: MailTrial = { ...rest, server: server && { ...server, isLoopback: isLoopback(server.host) } };
        return judgeEmail(trial, place);
      },
    },
    {
      name: 'sender',
      look: async () =>
        hasServer && isProduction && domain.includes('.')
          ? judgeSender({ isProduction, hasServer, domain, ...(await senderRecords(domain, dnsServers)) })
          : judgeSender({ isProduction, hasServer, domain, hasSpf: undefined, hasDmarc: undefined }),
    },
  ];
}

function dataChecks(installation: Installation, isProduction: boolean, seen: SeenSite | undefined): readonly Check[] {
  const { databases, databaseTrouble, disks, floorMegabytes } = installation;
  const { dataDir, backupDir } = installation.keys;
  const database = once(async () =>
    databases === undefined
      ? [databaseTrouble ?? asleep(isProduction)]
      : await examineDatabases(databases, dataDir !== undefined),
  );
  /** What is in a database that cannot be asked is left out: the reason stands once. */
  const isThere = async () => databases !== undefined && (await database()).every(({ verdict }) => verdict === 'ok');
  const keys = once(async () => {
    const open = databases?.length !== 0 && (await isThere()) ? installation.keys.open : undefined;
    return await examineKeys({ ...installation.keys, isProduction, open });
  });
  // A gateway has none.
  const hasData = databases?.length !== 0;
  const backups = { name: 'backups', look: () => examineBackups(isProduction, backupDir, new Date()) };
  return [
    ...(hasData ? [{ name: 'database', look: database }] : []),
    { name: 'keys', look: async () => (await keys()).found },
    ...recordChecks(installation, isProduction, { isThere, keys }),
    ...(hasData ? [backups] : []),
    { name: 'disk', look: async () => judgeDisk(await freeSpaces(disks), floorMegabytes) },
    { name: 'clock', look: async () => judgeClock(await clocksOf(databases ?? [], seen)) },
  ];
}

interface Openness {
  readonly isThere: () => Promise<boolean>;
  readonly keys: () => Promise<{ readonly doFit: boolean }>;
}

/** What is in the database. A log is opened only beside the right keys: after a restore, it would go on in another generation. */
function recordChecks(
  { colonels, events, gateway }: Installation,
  isProduction: boolean,
  { isThere, keys }: Openness,
): readonly Check[] {
  const isNarrowed = gateway?.areColonelsNarrowed ?? false;
  const counted = async (count: NonNullable<typeof colonels>) =>
    (await isThere()) ? judgeColonels({ isProduction, isNarrowed, ...(await count()) }) : [];
  const handled = async (open: NonNullable<typeof events>) => {
    if (!(await isThere())) return [];
    if (!(await keys()).doFit) return look('not checked while the keys do not fit');
    return judgeEvents(await eventFacts(await open()));
  };
  return [
    ...(colonels === undefined ? [] : [{ name: 'colonels', look: () => counted(colonels) }]),
    ...(events === undefined ? [] : [{ name: 'events', look: () => handled(events) }]),
  ];
}

/** How far other clocks are from ours; of several databases, the one that is furthest. */
async function clocksOf(databases: readonly PostgresAddress[], seen: SeenSite | undefined): Promise<ClockFacts> {
  const [found, site] = await Promise.all([Promise.allSettled(databases.map(askDatabase)), seen?.()]);
  const ahead = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value.clockAhead] : []));
  const [database] = ahead.toSorted((one, other) => Math.abs(other) - Math.abs(one));
  return {
    ...(database === undefined ? {} : { database }),
    ...(site?.clockAhead === undefined ? {} : { site: site.clockAhead }),
  };
}

function asleep(isProduction: boolean): Found {
  const says = 'the embedded PostgreSQL is not running, so its data was not checked';
  return isProduction ? look(says, 'start Onceover, then run this again') : ok(says);
}

/** The version of Node counts where the checkout installs its own; other programs may work, but nobody has tried. */
export function judgeVersions(onceover: string, node: string, pinned: string | undefined): Found {
  const says = `Onceover ${onceover} on Node ${node.replace(/^v/, '')}`;
  if (pinned === undefined || node === `v${pinned}`) return ok(says);
  return look(
    `${says}, made for Node ${pinned}`,
    'start it with npm start or node infra/bootstrap/start.js',
    'As a service',
  );
}

/** As engines for containers and Kubernetes mark them. */
const isContainer = (): boolean =>
  ['/.dockerenv', '/run/.containerenv', '/var/run/secrets/kubernetes.io'].some((place) => existsSync(place));

function once<R>(work: () => Promise<R>): () => Promise<R> {
  let begun: Promise<R> | undefined;
  return () => (begun ??= work());
}
