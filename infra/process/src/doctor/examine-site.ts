import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Mirrored } from '@onceover/schema/mirror';
import { hostnameOf } from '@onceover/schema/site-host';
import { codeOf } from '@onceover/service-kit/errors';
import { tlsTrouble } from '@onceover/service-kit/tls';
import { forged, type SiteFacts } from './judge-site.ts';

/** How the installation recognises itself behind its public address, and what it then says of a request. */
export interface MirrorQuestion {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for an answer that somebody else gave. */
  read(body: string): Mirrored | null;
}

export interface ExaminedSite {
  /** host[:port], https. */
  readonly site: string;
  /** `host:port` of resolvers; empty: as the system resolves names. */
  readonly dnsServers: readonly string[];
  /** Undefined where there is no key to recognise it by. */
  readonly question: MirrorQuestion | undefined;
  /** Where the site may be answered without encryption. Default: 80 beside 443, none beside another port. */
  readonly plainPort?: number;
}

const ANSWER_MS = 4_000;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;
const DAY_MS = 86_400_000;

/** Asks the site as a visitor would: its name, its certificate, its answer, and how the request arrived. */
export async function examineSite({ site, dnsServers, question, plainPort }: ExaminedSite): Promise<SiteFacts> {
  const host = hostnameOf(site);
  const addresses = await addressesOf(host, dnsServers);
  if (addresses.length === 0) return { site, addresses };
  const port = Number(/:(\d+)$/.exec(site)?.[1] ?? HTTPS_PORT);
  const at = { host, port, addresses };
  const unencrypted = plainPort ?? (port === HTTPS_PORT ? HTTP_PORT : undefined);
  const [answer, http] = await Promise.all([
    askTls(at, question),
    unencrypted === undefined ? undefined : askPlain({ ...at, port: unencrypted }),
  ]);
  return { site, addresses, ...answer, ...(http === undefined ? {} : { http }) };
}

async function addressesOf(host: string, servers: readonly string[]): Promise<readonly string[]> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return [bare];
  try {
    if (servers.length === 0) return (await lookup(bare, { all: true })).map(({ address }) => address);
    const resolver = new Resolver({ timeout: ANSWER_MS / 2, tries: 1 });
    resolver.setServers(servers);
    const found = await Promise.allSettled([resolver.resolve4(bare), resolver.resolve6(bare)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  } catch {
    return [];
  }
}

interface At {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

async function askTls(at: At, question: MirrorQuestion | undefined): Promise<Partial<SiteFacts>> {
  const forgeries = { 'X-Forwarded-For': forged.visitor, 'X-Forwarded-Host': forged.host };
  const headers = question === undefined ? {} : { ...question.headers, ...forgeries };
  try {
    const { response, body, validTo } = await ask(at, { path: question?.path ?? '/health/live', headers });
    return {
      tls: { daysLeft: Math.floor((validTo.getTime() - Date.now()) / DAY_MS) },
      status: response.statusCode ?? 0,
      hasHsts: response.headers['strict-transport-security'] !== undefined,
      ...(response.headers.date === undefined ? {} : { clockAhead: secondsAhead(response.headers.date) }),
      ...(question === undefined ? {} : { mirrored: question.read(body) }),
    };
  } catch (error) {
    return { tls: { trouble: tlsTrouble(error) ?? `it cannot be reached (${codeOf(error) ?? 'no answer in time'})` } };
  }
}

const secondsAhead = (date: string): number => (Date.parse(date) - Date.now()) / 1000;

interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function ask({ host, port, addresses }: At, { path, headers }: Asked) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const bare = host.replace(/^\[|\]$/g, '');
  const options = {
    host: bare,
    port,
    path,
    headers: { Host: hostHeader(host, port), ...headers },
    lookup: fixed(addresses),
  };
  const request = requestTls({ ...options, agent: false }, resolve);
  // Of all of it, and not only while nothing moves.
  const timer = setTimeout(() => request.destroy(new Error('no answer came in time')), ANSWER_MS);
  request.once('close', () => clearTimeout(timer));
  request.once('error', reject);
  request.end();
  const response = await promise;
  const { socket } = response;
  const validTo = new Date(socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : Number.NaN);
  return { response, validTo, body: await shortBody(response) };
}

/** What the site answers where nobody has encrypted anything. */
async function askPlain({ host, port, addresses }: At): Promise<SiteFacts['http']> {
  const { promise, resolve } = Promise.withResolvers<SiteFacts['http']>();
  const options = { host, port, path: '/', headers: { Host: host }, lookup: fixed(addresses) };
  const request = requestPlain({ ...options, agent: false }, (response) => {
    const { statusCode = 0, headers } = response;
    response.destroy();
    const leads = statusCode >= 300 && statusCode < 400 && headers.location?.startsWith('https://') === true;
    resolve(leads ? 'redirects' : statusCode < 400 ? 'plain' : 'closed');
  });
  const timer = setTimeout(() => request.destroy(), ANSWER_MS);
  request.once('close', () => clearTimeout(timer));
  request.once('error', () => resolve('closed'));
  request.end();
  return await promise;
}

const hostHeader = (host: string, port: number) => (port === HTTPS_PORT ? host : `${host}:${port}`);

/** The addresses that were found, so that all of it is asked of the same ones. */
function fixed(addresses: readonly string[]): LookupFunction {
  const all: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, callback) => {
    if (wantsAll === true) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family);
  };
}

const MOST_CHARACTERS = 10_000;

async function shortBody(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += part;
    if (text.length > MOST_CHARACTERS) break;
  }
  return text;
}
