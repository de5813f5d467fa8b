import type { Clock } from '@onceover/service-kit/clock';
import { hmac, randomBytes } from '@onceover/service-kit/crypto';

const DAY_MS = 86_400_000;
const REMEMBERED = 10_000;

/** Keys of actors, remembered for speed; both the secret behind them and the memory change with the day. */
export function dailyKeys(clock: Clock): (actor: string) => string {
  let day = -1;
  let secret: Buffer = randomBytes(32);
  const remembered = new Map<string, string>();
  return (actor) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    if (today !== day) {
      day = today;
      secret = randomBytes(32);
      remembered.clear();
    }
    const known = remembered.get(actor);
    if (known !== undefined) return known;
    if (remembered.size >= REMEMBERED) remembered.clear();
    const key = hmac(secret, actor).toString('base64url');
    remembered.set(actor, key);
    return key;
  };
}
