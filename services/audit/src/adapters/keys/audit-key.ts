import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { LastingKey } from '@onceover/schema/lasting-keys';
import { sha256 } from '@onceover/service-kit/crypto';
import { openLastingKey } from '@onceover/service-kit/lasting-key';
import type { AuditSigner, AuditVerifier } from '../../use-cases/trail/checkpoint.ts';

// RFC 8410's fixed beginnings of an Ed25519 key; the raw 32 bytes follow.
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export interface AuditKey extends AuditSigner, AuditVerifier {
  /** 32 bytes: whoever has them can check what the key signed. */
  readonly publicKey: Buffer;
}

/** The key that signs the audit trail: `audit.key` in the keys directory, a seed of its own, made when it is missing. */
export async function openAuditKey(keysDir: string): Promise<AuditKey> {
  const seed = await openLastingKey<LastingKey>(keysDir, 'audit.key');
  const der = Buffer.concat([PRIVATE_PREFIX, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = Buffer.from(spki.subarray(PUBLIC_PREFIX.length));
  return { ...verifierOf(publicKey), publicKey, sign: (message) => sign(null, message, privateKey) };
}

export function verifierOf(publicKey: Uint8Array): AuditVerifier {
  const der = Buffer.concat([PUBLIC_PREFIX, publicKey]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return {
    keyId: sha256(publicKey).toString('hex', 0, 8),
    verify: (message, signature) => verify(null, message, key, signature),
  };
}
