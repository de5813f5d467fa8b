import type { LastingKey } from '@onceover/schema/lasting-keys';
import { hkdf } from '@onceover/service-kit/crypto';
import { openLastingKey } from '@onceover/service-kit/lasting-key';
import { mirrorKeyOf } from '../http/mirror.ts';

const SALT = Buffer.alloc(32);

/**
 * The keys of form tokens, anonymous sessions, captcha challenges, intents, network tags and of what gateways count together; the
 * same in all processes that share the keys directory.
 */
export interface FormTokenKeys {
  readonly token: Uint8Array;
  readonly anonymousSession: Uint8Array;
  /** Signs captcha challenges. */
  readonly captcha: Uint8Array;
  /** Signs the intents of pages that open links. */
  readonly intent: Uint8Array;
  /** The daily keys of network tags are derived from it. */
  readonly networkTag: Uint8Array;
  /** Names what gateways keep together, so that nobody finds out whom or what it is about. */
  readonly shared: Uint8Array;
  /** Signs how the installation recognises itself behind its public address. */
  readonly mirror: Uint8Array;
}

/** Reads the form-token key from the keys directory, or creates it if there is none. */
export async function loadFormTokenKeys(directory: string): Promise<FormTokenKeys> {
  return formTokenKeysFrom(await openLastingKey<LastingKey>(directory, 'form-token.key'));
}

export function formTokenKeysFrom(root: Uint8Array): FormTokenKeys {
  return {
    token: hkdf(root, SALT, Buffer.from('onceover/v1/form-token')),
    anonymousSession: hkdf(root, SALT, Buffer.from('onceover/v1/anonymous-session')),
    captcha: hkdf(root, SALT, Buffer.from('onceover/v1/captcha')),
    intent: hkdf(root, SALT, Buffer.from('onceover/v1/intent')),
    networkTag: hkdf(root, SALT, Buffer.from('onceover/v1/network-tag')),
    shared: hkdf(root, SALT, Buffer.from('onceover/v1/shared')),
    mirror: mirrorKeyOf(root),
  };
}
