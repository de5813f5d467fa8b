import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { wipe } from './crypto.ts';
import { codeOf } from './errors.ts';

/** The ways in which another program may have hashed a password that we check. */
export type ForeignHashKind = 'bcrypt' | 'argon2id';

const bcryptShape = /^\$2[aby]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}$/;
const argon2Shape =
  /^\$argon2id\$v=19\$m=(?<memory>\d{1,6}),t=(?<passes>\d{1,2}),p=(?<lanes>\d)\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{22,86}$/;

/**
 * What a check may cost: bcrypt doubles with each step of its cost, argon2id takes so many KiB. Any takes less than a second:
 * who checks such hashes lets every refusal take as long.
 */
const bcryptCosts = { least: 4, most: 12 };
const mostKib = 65_536;
const mostPasses = 4;
const mostLanes = 4;

/** Code of the libraries' errors about a hash. */
const UNREADABLE = 'InvalidArg';

/** bcrypt reads no more bytes of a password. */
const BCRYPT_BYTES = 72;

/**
 * How a hash that another program made is checked, by its standard text; null: not by us, because the text is none, the
 * algorithm is another one, or a check would cost too much.
 *
 * Shape    `$2a$`, `$2b$` or `$2y$` with a cost of 4 to 12; `$argon2id$v=19$` with at most 64 MiB, 4 passes and 4 lanes
 */
export function foreignHashKind(text: string): ForeignHashKind | null {
  const bcrypt = bcryptShape.exec(text)?.groups;
  if (bcrypt !== undefined) {
    const cost = Number(bcrypt.cost);
    return cost >= bcryptCosts.least && cost <= bcryptCosts.most ? 'bcrypt' : null;
  }
  const argon2 = argon2Shape.exec(text)?.groups;
  if (argon2 === undefined) return null;
  const [memory, passes, lanes] = [argon2.memory, argon2.passes, argon2.lanes].map(Number) as [number, number, number];
  const isPossible = lanes >= 1 && passes >= 1 && memory >= 8 * lanes;
  return isPossible && memory <= mostKib && passes <= mostPasses && lanes <= mostLanes ? 'argon2id' : null;
}

/**
 * Whether a password is the one of a hash that another program made; never for a text that `foreignHashKind` does not know.
 * Off the event loop. The password is taken as it was typed, byte by byte.
 *
 * @NOTE bcrypt stops at a zero byte, so that "a" and "a\0b" would be one password: such a password is never right. It reads 72
 *       bytes, as it did where the hash was made.
 */
export async function isForeignPassword(password: string, hash: string): Promise<boolean> {
  const kind = foreignHashKind(hash);
  if (kind === null) return false;
  const bytes = Buffer.from(password, 'utf8');
  try {
    if (kind === 'argon2id') return await verifyArgon2(hash, bytes);
    const isRight = await verifyBcrypt(bytes.subarray(0, BCRYPT_BYTES), hash);
    return isRight && !bytes.includes(0);
  } catch (error) {
    // Of the right shape, and yet unreadable for the library: no password fits it.
    if (codeOf(error) !== UNREADABLE) throw error;
    return false;
  } finally {
    wipe(bytes);
  }
}
