import { hash } from 'node:crypto';

const NODE = 1;
const HASH_BYTES = 32;

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
  const node = Buffer.of(NODE, ...Buffer.alloc(2 * HASH_BYTES));
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    if (left === undefined) break;
    if (right !== undefined) {
      node.set(left, 1);
      node.set(right, 1 + HASH_BYTES);
    }
    above.push(right === undefined ? left : hash('sha256', node, 'buffer'));
  }
  return above;
}
