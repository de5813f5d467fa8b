import { mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, usage } from '../failure.ts';
import { replaceFile } from './replace-file.ts';

/** A server, and whom the API token belongs to. The token itself is elsewhere. */
export interface Profile {
  /** Scheme and host. */
  readonly url: string;
  readonly custid: string;
  /** `system`: the key store of the system; `file`: `credentials.json` beside this file. */
  readonly tokenIn: 'system' | 'file';
}

export type Profiles = Readonly<Record<string, Profile>>;

export const DEFAULT_PROFILE = 'default';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const FILE = 'profiles.json';
const TOKENS = 'credentials.json';

export function requireProfileName(name: string): string {
  if (!NAME.test(name)) throw usage('The name of a profile has letters, digits, dots, dashes and underscores.');
  return name;
}

/** Profiles, and tokens where the system has no key store: files that only their owner can read. */
export class ProfileFiles {
  readonly #folder: string;
  readonly #platform: NodeJS.Platform;

  constructor(folder: string, platform: NodeJS.Platform) {
    this.#folder = folder;
    this.#platform = platform;
  }

  profiles(): Profiles {
    return this.#read(FILE) as Profiles;
  }

  keepProfile(name: string, profile: Profile | undefined): void {
    this.#write(FILE, { ...this.profiles(), [name]: profile });
  }

  token(name: string): string | undefined {
    this.#refuseOpen(TOKENS);
    const token = this.#read(TOKENS)[name];
    return typeof token === 'string' ? token : undefined;
  }

  keepToken(name: string, token: string | undefined): void {
    this.#write(TOKENS, { ...this.#read(TOKENS), [name]: token });
  }

  #path(file: string): string {
    return path.join(this.#folder, file);
  }

  #read(file: string): Readonly<Record<string, unknown>> {
    let text: string;
    try {
      text = readFileSync(this.#path(file), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw usage(`${this.#path(file)} cannot be read. Check who owns it.`);
    }
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
    } catch {
      // Said below. The text may hold tokens, and so may the error.
    }
    throw usage(`${this.#path(file)} is damaged. Remove it and sign in again.`);
  }

  #write(file: string, value: object): void {
    const target = this.#path(file);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      replaceFile(target, `${JSON.stringify(value, null, 2)}\n`);
    } catch {
      throw new Failure('notWritten', `${target} cannot be written. Check who owns the directory.`);
    }
  }

  #refuseOpen(file: string): void {
    if (this.#platform === 'win32') return;
    const mode = statSync(this.#path(file), { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o077) !== 0) {
      throw usage(`Others can read ${this.#path(file)}. Close it with: chmod 600 ${this.#path(file)}`);
    }
  }
}
