import { OnceoverClient, OnceoverError } from '@onceover/client';
import { serverAddress } from '../connect.ts';
import { Failure, failureOf, usage } from '../failure.ts';
import { DEFAULT_PROFILE, requireProfileName } from '../keeping/profiles.ts';
import { fetchFor } from '../proxy.ts';
import { readLineFrom } from '../read-input.ts';
import { visible } from '../terminal/visible.ts';
import type { ServerOptions, World } from '../world.ts';

export interface SignInOptions extends ServerOptions {
  readonly custid?: string;
  readonly store?: 'system' | 'file';
  /** False: keep the token without asking the server. */
  readonly check?: boolean;
}

/** Checks an API token and keeps it, in the key store of the system if it has one. */
export async function signIn(world: World, options: SignInOptions): Promise<void> {
  const { files, keyStore, output, environment } = world;
  const name = requireProfileName(options.profile ?? environment.profile ?? DEFAULT_PROFILE);
  const before = files.profiles()[name];
  const url = serverAddress(
    options.url ?? environment.url ?? before?.url ?? (await askFor(world, 'Server (https://…): ', '--url')),
  );
  const custid = (options.custid ?? (await askFor(world, 'Email: ', '--custid'))).trim().toLowerCase();
  if (!/^[^\s:]+@[^\s:]+$/.test(custid)) throw usage('The account is named by its email address.');
  const token = await readToken(world);
  if (options.check !== false) await check(world, { url, custid, token }, options.timeout);

  const owner = { profile: name, url, custid };
  const wanted = options.store ?? 'system';
  const isInSystem = wanted === 'system' && keyStore !== undefined && (await keyStore.keep(owner, token));
  if (before?.tokenIn === 'system') await forgetOther(world, name, owner);
  files.keepToken(name, isInSystem ? undefined : token);
  files.keepProfile(name, { url, custid, tokenIn: isInSystem ? 'system' : 'file' });
  if (options.quiet === true) return;
  const place = isInSystem
    ? `the key store of the system (${keyStore.program})`
    : `a file that only you can read (${environment.configDir})`;
  output.tell(`Signed in to ${new URL(url).host} as ${custid}, profile ${name}. The token is kept in ${place}.`);
}

/** Forgets the token of a profile. It stays good at the server until it is replaced there. */
export async function signOut(world: World, options: ServerOptions): Promise<void> {
  const { files, keyStore, output, environment } = world;
  const name = requireProfileName(options.profile ?? environment.profile ?? DEFAULT_PROFILE);
  const profile = files.profiles()[name];
  if (profile === undefined) throw usage(`There is no profile ${name}.`);
  const { url, custid, tokenIn } = profile;
  if (tokenIn === 'system' && (await keyStore?.remove({ profile: name, url, custid })) !== true) {
    throw new Failure('notWritten', 'The key store of the system did not remove the token. Unlock it and try again.');
  }
  files.keepToken(name, undefined);
  files.keepProfile(name, undefined);
  if (options.quiet === true) return;
  output.tell(`Signed out of ${new URL(url).host}. To end the token itself, create a new one at /account/programs.`);
}

/** The servers that the command knows, by the names of their profiles. */
export async function listProfiles({ files, output }: World, { json }: ServerOptions): Promise<void> {
  const profiles = Object.entries(files.profiles()).map(([name, { url, custid }]) => ({ name, url, custid }));
  const lines = profiles.map((each) =>
    json === true ? JSON.stringify(each) : `${each.name}  ${each.url}  ${each.custid}`,
  );
  await output.print(lines.map((line) => `${visible(line)}\n`).join(''));
}

async function askFor({ stdin, keyboard }: World, text: string, option: string): Promise<string> {
  if (stdin.isTTY !== true) throw usage(`Standard input has the token, so ${option} has to be given.`);
  return (await keyboard.ask({ text, isEchoed: true, otherwise: `Give ${option}.` })).trim();
}

async function readToken({ stdin, keyboard }: World): Promise<string> {
  const token =
    stdin.isTTY === true
      ? await keyboard.ask({ text: 'API token: ', otherwise: 'Give the API token on standard input.' })
      : await readLineFrom(stdin, 'Standard input');
  if (token.trim() === '') throw usage('The API token is empty. It is created at /account/programs.');
  return token.trim();
}

interface Account {
  readonly url: string;
  readonly custid: string;
  readonly token: string;
}

async function check(
  { environment, version }: World,
  { url, ...credentials }: Account,
  timeout: number | undefined,
): Promise<void> {
  const client = new OnceoverClient({
    url,
    credentials,
    fetch: fetchFor(url, environment),
    headers: { 'user-agent': `onceover-cli/${version}` },
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
  });
  const { host } = new URL(url);
  try {
    await client.authcheck();
  } catch (error) {
    if (!(error instanceof OnceoverError) || error.status !== 403) throw failureOf(error, host);
    throw new Failure(
      'notAuthorized',
      `${host} does not accept this email address with this API token. If the token may not show its account, add --no-check.`,
      error.code,
    );
  }
}

/** The same profile of before may have been another account's. */
async function forgetOther({ files, keyStore }: World, name: string, owner: { url: string; custid: string }) {
  const before = files.profiles()[name];
  if (before === undefined || (before.url === owner.url && before.custid === owner.custid)) return;
  await keyStore?.remove({ profile: name, url: before.url, custid: before.custid });
}
