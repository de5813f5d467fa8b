import { OnceoverClient } from '@onceover/client';
import { Failure, failureOf, usage } from './failure.ts';
import { DEFAULT_PROFILE, type Profile, requireProfileName } from './keeping/profiles.ts';
import { fetchFor } from './proxy.ts';
import type { ServerOptions, World } from './world.ts';

export interface Connection {
  readonly client: OnceoverClient;
  /** For sentences. */
  readonly host: string;
  readonly isSignedIn: boolean;
}

interface Place {
  readonly url: string;
  /** Whose token goes there; undefined: nobody's. */
  readonly profile: string | undefined;
}

/**
 * The server that is meant: that of the link, else `--url`, `--profile`, `ONCEOVER_PROFILE`, `ONCEOVER_URL`, else the default profile. A token
 * only ever goes to the server that its profile names.
 */
export async function connect(world: World, options: ServerOptions, linkServer?: string): Promise<Connection> {
  const { url, profile } = placeOf(world, options, linkServer);
  const isAnonymous = options.anonymous === true || profile === undefined;
  const credentials = isAnonymous ? undefined : await credentialsOf(world, profile);
  const client = new OnceoverClient({
    url,
    credentials,
    fetch: fetchFor(url, world.environment),
    headers: { 'user-agent': `onceover-cli/${world.version}` },
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 }),
  });
  return { client, host: new URL(url).host, isSignedIn: credentials !== undefined };
}

/** Runs a conversation with a server; whatever goes wrong is a `Failure` that names the host. */
export async function converse<T>(
  world: World,
  options: ServerOptions,
  linkServer: string | undefined,
  talk: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(world, options, linkServer);
  try {
    return await talk(connection);
  } catch (error) {
    throw failureOf(error, connection.host);
  }
}

function placeOf({ environment, files }: World, options: ServerOptions, linkServer: string | undefined): Place {
  if (options.url !== undefined && options.profile !== undefined) throw usage('Give --url or --profile, not both.');
  const profiles = files.profiles();
  const named = options.profile ?? (options.url === undefined ? environment.profile : undefined);
  if (named !== undefined && profiles[requireProfileName(named)] === undefined) {
    throw usage(`There is no profile ${named}. Create it with: onceover login --profile ${named}`);
  }
  const given = options.url ?? (named === undefined ? environment.url : profiles[named]?.url);
  const wanted = linkServer ?? given ?? profiles[DEFAULT_PROFILE]?.url;
  if (wanted === undefined) {
    throw usage('Which server? Set ONCEOVER_URL, give --url, or sign in with: onceover login');
  }
  const url = serverAddress(wanted);
  return { url, profile: profileFor(url, profiles, named) };
}

function profileFor(
  url: string,
  profiles: Readonly<Record<string, Profile>>,
  named: string | undefined,
): string | undefined {
  const candidates = named === undefined ? [DEFAULT_PROFILE, ...Object.keys(profiles)] : [named];
  return candidates.find((name) => profiles[name]?.url === url);
}

/** Scheme and host. Over plain http anybody on the way could read a secret, so it is for this machine alone. */
export function serverAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usage('The address of a server begins with https://, such as https://once.example.');
  }
  const isHere = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isHere) {
    throw usage('Over http anybody on the way can read the secret. Use https.');
  }
  return url.origin;
}

async function credentialsOf({ files, keyStore }: World, name: string): Promise<{ custid: string; token: string }> {
  const profile = files.profiles()[name];
  if (profile === undefined) throw usage(`There is no profile ${name}.`);
  const { custid, url, tokenIn } = profile;
  const token = tokenIn === 'file' ? files.token(name) : await keyStore?.find({ profile: name, url, custid });
  if (token !== undefined) return { custid, token };
  throw new Failure(
    'notAuthorized',
    `The API token of the profile ${name} cannot be found. Sign in again with: onceover login --profile ${name}; or go on with --anonymous`,
  );
}
