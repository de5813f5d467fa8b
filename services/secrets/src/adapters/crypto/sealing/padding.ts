const LENGTH_BYTES = 4;
const SMALL_STEP = 256;
const LARGE_STEP = 1024;
const SMALL_UP_TO = 4096;

/**
 * Pads to a size that tells little about the text: steps of 256 bytes to 4 KiB, then of 1 KiB.
 * Form: true length (4 bytes, big-endian), content, zeros. The length counts towards the size.
 */
export function pad(content: Uint8Array): Buffer {
  const padded = Buffer.allocUnsafe(paddedSize(content.length));
  padded.writeUInt32BE(content.length, 0);
  padded.set(content, LENGTH_BYTES);
  padded.fill(0, LENGTH_BYTES + content.length);
  return padded;
}

/**
 * Undoes `pad`: the content where it lies, not a copy. Throws `RangeError` when the length inside cannot be, which only a
 * bug of ours makes; what was given is then wiped.
 */
export function unpad(padded: Buffer): Buffer {
  const length = padded.length >= LENGTH_BYTES ? padded.readUInt32BE(0) : Number.POSITIVE_INFINITY;
  if (length > padded.length - LENGTH_BYTES) {
    padded.fill(0);
    throw new RangeError('the padded content does not hold its length');
  }
  return padded.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
}

/** Bytes that content of this length takes when padded. */
export function paddedSize(contentLength: number): number {
  const needed = contentLength + LENGTH_BYTES;
  const step = needed <= SMALL_UP_TO ? SMALL_STEP : LARGE_STEP;
  return Math.ceil(needed / step) * step;
}
