/**
 * Which of `shards` shards a stream belongs to: 32-bit FNV-1a of its id. Checkpoints depend on it, so it never changes.
 */
export function shardOf(streamId: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < streamId.length; index += 1) {
    hash = Math.imul(hash ^ streamId.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % shards;
}
