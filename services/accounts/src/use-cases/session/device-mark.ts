import { sha256 } from '@onceover/service-kit/crypto';
import { deviceMarkSeconds } from '../../domain/session/session-lifetimes.ts';
import type { AccountPorts } from '../account/account-ports.ts';

const markBytes = 32;

/** A mark for a browser that signed in: random, so that it says nothing about anybody. */
export function newDeviceMark({ randomBytes }: Pick<AccountPorts, 'randomBytes'>): string {
  return randomBytes(markBytes).toString('base64url');
}

/** What a mark is stored as; only the browser has the mark itself. */
export function deviceHash(mark: string): Buffer {
  return sha256(mark);
}

/** Whether the browser with this mark signed in to the account of the address, within the last 180 days. */
export async function isKnownDevice(
  { sessions, clock }: Pick<AccountPorts, 'sessions' | 'clock'>,
  email: string,
  mark: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - deviceMarkSeconds * 1000);
  return await sessions.isMarked(email, deviceHash(mark), since);
}
