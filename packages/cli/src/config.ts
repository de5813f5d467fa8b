import { homedir } from 'node:os';
import path from 'node:path';

/** What the command reads from the environment. A secret, a passphrase or a token is never among it. */
export interface Environment {
  readonly platform: NodeJS.Platform;
  /** `ONCEOVER_PROFILE`. */
  readonly profile: string | undefined;
  /** `ONCEOVER_URL`. */
  readonly url: string | undefined;
  /** Where profiles are kept. */
  readonly configDir: string;
  /** Where programs are looked for. */
  readonly searchPath: string;
  readonly proxies: { readonly https: string | undefined; readonly http: string | undefined; readonly none: string };
  /** What tells how the clipboard is reached. */
  readonly screen: { readonly isWayland: boolean; readonly isX11: boolean; readonly isRemote: boolean };
}

export function readEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const given = (name: string) => (env[name] === undefined || env[name] === '' ? undefined : env[name]);
  /** As curl does: `http_proxy` in capitals could come from a request where a program answers one. */
  const either = (name: string) => given(name) ?? given(name.toUpperCase());
  const all = either('all_proxy');
  const home = platform === 'win32' ? given('APPDATA') : given('XDG_CONFIG_HOME');
  return {
    platform,
    profile: given('ONCEOVER_PROFILE'),
    url: given('ONCEOVER_URL'),
    configDir: path.join(home ?? path.join(given('HOME') ?? homedir(), '.config'), 'onceover'),
    searchPath: given('PATH') ?? '',
    proxies: { https: either('https_proxy') ?? all, http: given('http_proxy') ?? all, none: either('no_proxy') ?? '' },
    screen: {
      isWayland: given('WAYLAND_DISPLAY') !== undefined,
      isX11: given('DISPLAY') !== undefined,
      isRemote: given('SSH_CONNECTION') !== undefined || given('SSH_TTY') !== undefined,
    },
  };
}
