import { createHash } from 'node:crypto';
import type { AuditKind } from '@onceover/schema/events/meaning';
import canonicalize from 'canonicalize';

/**
 * What a checkpoint is about: the head of a chain of entries, the last block of a log, or the end of a month of a chain
 * whose entries are removed after it.
 */
export type CheckpointSubject =
  | { readonly about: 'chain' | 'closing'; readonly tenantRef: string; readonly kind: AuditKind; readonly log: string }
  | { readonly about: 'blocks'; readonly tenantRef: null; readonly kind: null; readonly log: string };

export type SignableHead = CheckpointSubject & {
  /** Number of the entry or the block. */
  readonly seq: number;
  /** Its hash. */
  readonly head: Buffer;
};

/** A signed head. Checkpoints are a chain themselves, so that none of them can be taken out. */
export type Checkpoint = SignableHead & {
  /** Dense, from 1. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly keyId: string;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
  /** Ed25519 over the hash. */
  readonly signature: Buffer;
};

/** The newest signature of a chain, for its owner. */
export type ChainCheckpoint = Extract<Checkpoint, { readonly tenantRef: string }>;

/** What was signed, for people to see. */
export interface Signatures {
  /** The last of all; null before the first. */
  last(): Promise<Checkpoint | null>;
  /** The last of each chain of an account. */
  ofAccount(accountRef: string): Promise<readonly ChainCheckpoint[]>;
}

/** Signs with a key that is for nothing else. */
export interface AuditSigner {
  /** Names its public key. */
  readonly keyId: string;
  sign(message: Uint8Array): Buffer;
}

/** Checks signatures of one key. */
export interface AuditVerifier {
  readonly keyId: string;
  verify(message: Uint8Array, signature: Uint8Array): boolean;
}

export type CheckpointHead = Pick<Checkpoint, 'number' | 'hash'>;

export const noCheckpoint: CheckpointHead = { number: 0, hash: Buffer.alloc(32) };

const CHECKPOINT = Buffer.of(3);
const PURPOSE = Buffer.from('onceover/v1/audit-checkpoint\0');

/** SHA-256(0x03 ‖ previous hash ‖ canonical JSON of the checkpoint), RFC 8785. Source: events 8.3 */
export function hashCheckpoint(checkpoint: Omit<Checkpoint, 'hash' | 'signature'>): Buffer {
  const { number, about, tenantRef, kind, log, seq, head, at, keyId, prevHash } = checkpoint;
  const text = canonicalize({ number, about, tenantRef, kind, log, seq, head: head.toString('hex'), at, keyId });
  if (text === undefined) throw new TypeError('a checkpoint has no canonical form');
  return createHash('sha256').update(CHECKPOINT).update(prevHash).update(text).digest();
}

/** What is signed: the hash, and what it is for. */
export function signedMessage(hash: Uint8Array): Buffer {
  return Buffer.concat([PURPOSE, hash]);
}

/** Signs heads, in their order, after the last checkpoint. */
export function signHeads(
  after: CheckpointHead,
  heads: readonly SignableHead[],
  { signer, at }: { readonly signer: AuditSigner; readonly at: Date },
): Checkpoint[] {
  let { number, hash: prevHash } = after;
  return heads.map((head) => {
    number += 1;
    const body = { ...head, number, at: at.toISOString(), keyId: signer.keyId, prevHash };
    const hash = hashCheckpoint(body);
    prevHash = hash;
    return { ...body, hash, signature: signer.sign(signedMessage(hash)) };
  });
}
