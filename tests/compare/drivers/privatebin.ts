import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { asJson, ask, unexpected } from '../ask.ts';
import type { Driver, Opening } from '../driver.ts';

/** Salt and the rest of how a paste is encrypted, its format, whether it is discussed, whether it is burned after reading. */
type Parameters = readonly [readonly [string, string, number, number, number, 'aes', 'gcm', 'none'], 'plaintext', 0, 1];

interface Paste {
  readonly status: number;
  readonly message?: string;
  readonly adata: Parameters;
  readonly ct: string;
}

const ITERATIONS = 100_000;
const TAG_BYTES = 16;
const API = { 'x-requested-with': 'JSONHttpRequest' };

/** Pastes of format 2, as its wiki describes them: encrypted here, by a key that the server never sees. */
export const privatebin: Driver = {
  title: 'PrivateBin',
  speaks: '1.3 and later, its JSON API, "burn after reading"',
  connect: (url) => ({
    async create(content) {
      const password = randomBytes(32);
      const paste = { v: 2, ...encrypt(password, content), meta: { expire: '1hour' } };
      const answer = await ask(`${url}/`, asJson(paste, API));
      const { status, id } = answer.json<{ status: number; id: string }>();
      if (status !== 0) throw unexpected(answer);
      return { open: () => openPaste(`${url}/?pasteid=${id}`, password) };
    },
  }),
};

async function openPaste(address: string, password: Buffer): Promise<Opening> {
  const answer = await ask(address, { headers: { ...API, accept: 'application/json' } });
  const paste = answer.json<Paste>();
  if (paste.status === 0) return { content: decrypt(password, paste) };
  if (/does not exist|has expired|has been deleted/.test(paste.message ?? '')) return 'gone';
  throw unexpected(answer);
}

export function encrypt(password: Buffer, content: string): { readonly adata: Parameters; readonly ct: string } {
  const [iv, salt] = [randomBytes(16), randomBytes(8)];
  const how = [
    iv.toString('base64'),
    salt.toString('base64'),
    ITERATIONS,
    256,
    TAG_BYTES * 8,
    'aes',
    'gcm',
    'none',
  ] as const;
  const adata: Parameters = [how, 'plaintext', 0, 1];
  const cipher = createCipheriv('aes-256-gcm', keyOf(password, salt), iv);
  cipher.setAAD(Buffer.from(JSON.stringify(adata)));
  const parts = [cipher.update(JSON.stringify({ paste: content })), cipher.final(), cipher.getAuthTag()];
  return { adata, ct: Buffer.concat(parts).toString('base64') };
}

export function decrypt(password: Buffer, { adata, ct }: Pick<Paste, 'adata' | 'ct'>): string {
  const [[iv, salt]] = adata;
  const bytes = Buffer.from(ct, 'base64');
  const cipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(password, Buffer.from(salt, 'base64')),
    Buffer.from(iv, 'base64'),
  );
  cipher.setAAD(Buffer.from(JSON.stringify(adata)));
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()]);
  return (JSON.parse(text.toString('utf8')) as { paste: string }).paste;
}

function keyOf(password: Buffer, salt: Buffer): Buffer {
  return pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
}
