import { hkdf, join, open, type RandomBytes, seal } from '@onceover/service-kit/crypto';
import { LABELS, numberBytes } from '../sealing/labels.ts';
import { Scratch } from '../sealing/scratch.ts';
import { unlessForged } from '../sealing/under-epoch.ts';
import type { KeyCheckRow } from './key-tables.ts';

const CONSTANT = Buffer.from('onceover key check', 'latin1');
const NO_SALT = Buffer.alloc(0);

/** What a key check seals the constant under: a version of the key-encryption key, or the root of the pepper. */
export type KeyCheckKind = 'kek' | 'root';

/** Seals the constant, so that later starts can tell the right key from another. */
export function sealKeyCheck(kind: KeyCheckKind, key: Buffer, version: number, random: RandomBytes): Buffer {
  using scratch = new Scratch();
  const { checkKey, bound } = checkKeyOf(scratch, kind, key, version);
  return seal(checkKey, CONSTANT, bound, random);
}

/** The checks of a version of the key-encryption key and, under it, of the root. */
export function sealKeyChecks(v: number, kek: Buffer, root: Buffer, random: RandomBytes): KeyCheckRow {
  return { v, kekBox: sealKeyCheck('kek', kek, v, random), rootBox: sealKeyCheck('root', root, v, random) };
}

/** Whether this is the key the check was sealed under. */
export function opensKeyCheck(kind: KeyCheckKind, key: Buffer, version: number, box: Buffer): boolean {
  using scratch = new Scratch();
  const { checkKey, bound } = checkKeyOf(scratch, kind, key, version);
  return unlessForged(() => open(checkKey, box, bound))?.equals(CONSTANT) ?? false;
}

/** PEP_1: the argon2 pepper, from the root key. */
export function pepperFrom(root: Buffer): Buffer {
  return hkdf(root, NO_SALT, join(LABELS.pepper, numberBytes(1)));
}

function checkKeyOf(scratch: Scratch, kind: KeyCheckKind, key: Buffer, version: number) {
  const label = kind === 'kek' ? LABELS.keyCheck : LABELS.rootCheck;
  const checkKey = scratch.keep(hkdf(key, numberBytes(version), label));
  return { checkKey, bound: join(label, numberBytes(version)) };
}
