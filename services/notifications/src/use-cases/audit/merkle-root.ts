import { createHash } from 'node:crypto';

const NODE = Buffer.of(1);

/** The root of a Merkle tree over hashes of 32 bytes, in their order; at least one. Source: RFC 6962, 2.1 */
export function merkleRoot(leaves: readonly Uint8Array[]): Buffer {
  const [first] = leaves;
  if (first === undefined) throw new TypeError('a tree has at least one leaf');
  let level = leaves;
  while (level.length > 1) level = levelAbove(level);
  return Buffer.from(level[0] ?? first);
}

/** One without a partner moves up as it is. */
function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = level.slice(at, at + 2);
    if (left === undefined) break;
    above.push(right === undefined ? left : createHash('sha256').update(NODE).update(left).update(right).digest());
  }
  return above;
}
