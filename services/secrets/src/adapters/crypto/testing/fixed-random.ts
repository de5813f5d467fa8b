import type { RandomBytes } from '@onceover/service-kit/crypto';

/** "Random" bytes for vectors: 00 01 02 … ff 00 …, going on from draw to draw. Anybody can make them again by hand. */
export function countingBytes(): RandomBytes {
  let next = 0;
  return (size) => {
    const bytes = Buffer.alloc(size);
    for (let index = 0; index < size; index += 1) bytes[index] = next++ & 0xff;
    return bytes;
  };
}
