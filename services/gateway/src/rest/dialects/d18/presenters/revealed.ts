import type { NativeAnswers } from '../../../../answers/native-answer.ts';
import type { Revealed } from '../../../calls/secret-calls.ts';
import type { Links } from './links.ts';
import { displayLines, isOneLiner } from './text-size.ts';

/** The answer that carries the content. Source: REST contract 5.3. */
export function presentRevealed(
  key: string,
  revealed: Revealed,
  given: { readonly links: Links; readonly shrimp: string; readonly custid: string },
): NativeAnswers['revealed'] {
  return {
    success: true,
    shrimp: given.shrimp,
    custid: given.custid,
    record: {
      key,
      secret_key: key,
      identifier: key,
      secret_shortkey: revealed.shortkey,
      shortkey: revealed.shortkey,
      state: 'received',
      is_truncated: revealed.isTruncated,
      original_size: revealed.originalSize,
      verification: revealed.verification,
      has_passphrase: revealed.hasPassphrase,
      is_owner: revealed.isOwner,
      share_domain: given.links.shareOrigin(revealed.shareDomain),
      secret_value: revealed.value,
    },
    details: {
      continue: true,
      show_secret: true,
      correct_passphrase: revealed.hasPassphrase,
      display_lines: displayLines(revealed.value),
      one_liner: isOneLiner(revealed.value),
      is_owner: revealed.isOwner,
      verification: revealed.verification,
    },
  };
}
