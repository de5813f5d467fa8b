import { sha256 } from '@onceover/service-kit/crypto';
import { deviceMarkSeconds } from '../../domain/session/session-lifetimes.ts';
import type { AccountPorts } from '../account/account-ports.ts';

/** Whether the browser with this mark signed in to the account of the address, within the last 180 days. */
export async function isKnownDevice(
  { sessions, clock }: Pick<AccountPorts, 'sessions' | 'clock'>,
  email: string,
  mark: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - deviceMarkSeconds * 1000);
  return await sessions.isMarked(email, sha256(mark), since);
}
