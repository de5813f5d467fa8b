/** An entry of an archive as it stands there, whatever tools would say of it. */
export interface TarEntry {
  readonly name: string;
  /** `0` a file, `1` a second name, `2` a link, `3` a device, `5` a directory, `6` a pipe. Default: a file. */
  readonly type?: string;
  readonly link?: string;
  readonly content?: string;
  /** What the entry says of its size. Default: the truth. */
  readonly size?: number;
}

const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);

/** An archive in the format of POSIX (ustar), made by hand: no library writes what is tried here. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([
    ...entries.flatMap(({ content = '', ...entry }) => [headerOf(entry, content), padded(content)]),
    END,
  ]);
}

function headerOf({ name, type = '0', link = '', size }: TarEntry, content: string): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(name, 0, 100);
  header.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  header.write(`${octal(size ?? Buffer.byteLength(content), 11)}\0${octal(0, 11)}\0`, 124);
  header.write('        ', 148); // the sum is made of blanks in its place
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}

function padded(content: string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}
