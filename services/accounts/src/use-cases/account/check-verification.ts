import type { checkVerification } from '@onceover/schema/internal/verification';
import { isEqual, sha256 } from '@onceover/service-kit/crypto';
import type { z } from 'zod';
import type { AccountPorts } from './account-ports.ts';

type Verdict = z.output<typeof checkVerification.output>['verdict'];

/**
 * Whether a link that proves an address may be opened from here. Somebody else may have signed up with the address: opened
 * unasked, the link would give the account to whoever knows the password of that sign-up. So it opens in the browser that
 * signed up, or with that password. Whoever asks counts the tries.
 *
 * Source  security 5.3; REST contract 5.3
 */
export function checkVerificationUseCase({ book, passwords }: Pick<AccountPorts, 'book' | 'passwords'>) {
  return async ({ secretId, mark, password }: z.output<typeof checkVerification.input>): Promise<Verdict> => {
    const link = await book.findVerification(secretId);
    const account = link === null ? null : await book.find(link.accountRef);
    if (account === null || account.isDisabled) return 'over';
    const { markHash } = account;
    if (mark !== null && markHash !== null && isEqual(sha256(mark), markHash)) return 'open';
    if (password === null) return 'needs-password';
    return (await passwords.verify(password, account.password)) ? 'open' : 'needs-password';
  };
}
