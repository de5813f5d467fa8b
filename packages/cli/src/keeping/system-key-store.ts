import type { Environment } from '../config.ts';
import { findProgram } from '../find-program.ts';
import { runProgram } from '../run-program.ts';

/** The key store of the system, by a program of its own. Tokens go by standard input alone. */
export interface SystemKeyStore {
  /** Such as `secret-tool`. */
  readonly program: string;
  /** False if it did not work, as without a desktop session. */
  keep(owner: TokenOwner, token: string): Promise<boolean>;
  find(owner: TokenOwner): Promise<string | undefined>;
  remove(owner: TokenOwner): Promise<boolean>;
}

export interface TokenOwner {
  readonly profile: string;
  readonly url: string;
  readonly custid: string;
}

export function systemKeyStore(environment: Environment): SystemKeyStore | undefined {
  if (environment.platform === 'darwin') {
    const security = findProgram('security', environment);
    return security === undefined ? undefined : keychain(security);
  }
  const tool = environment.platform === 'linux' ? findProgram('secret-tool', environment) : undefined;
  return tool === undefined ? undefined : secretService(tool);
}

/** GNOME Keyring, KWallet and others, by libsecret. */
function secretService(tool: string): SystemKeyStore {
  const attributes = ({ profile, url, custid }: TokenOwner) => [
    'service',
    'onceover',
    'profile',
    profile,
    'server',
    url,
    'custid',
    custid,
  ];
  return {
    program: 'secret-tool',
    async keep(owner, token) {
      const label = `--label=Onceover API token (${owner.profile})`;
      return (await runProgram(tool, ['store', label, ...attributes(owner)], token)).isDone;
    },
    async find(owner) {
      const { isDone, output } = await runProgram(tool, ['lookup', ...attributes(owner)]);
      return isDone && output !== '' ? output.trimEnd() : undefined;
    },
    async remove(owner) {
      return (await runProgram(tool, ['clear', ...attributes(owner)])).isDone;
    },
  };
}

/** The keychain of macOS. Its program takes a password from its arguments, or a whole command, in hexadecimal, from standard input. */
function keychain(security: string): SystemKeyStore {
  const service = ({ profile, url }: TokenOwner) => `onceover ${profile} ${url}`;
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  return {
    program: 'security',
    async keep(owner, token) {
      const hex = Buffer.from(token).toString('hex');
      const names = `-a ${quoted(owner.custid)} -s ${quoted(service(owner))}`;
      const { isDone } = await runProgram(security, ['-i'], `add-generic-password -U ${names} -X ${hex}\n`);
      // In this mode a failed command does not fail the program.
      return isDone && (await this.find(owner)) === token;
    },
    async find(owner) {
      const names = ['-a', owner.custid, '-s', service(owner)];
      const { isDone, output } = await runProgram(security, ['find-generic-password', ...names, '-w']);
      return isDone && output !== '' ? output.trimEnd() : undefined;
    },
    async remove(owner) {
      return (await runProgram(security, ['delete-generic-password', '-a', owner.custid, '-s', service(owner)])).isDone;
    },
  };
}
