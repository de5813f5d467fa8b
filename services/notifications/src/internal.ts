import { sealingKey } from '@onceover/schema/internal/deliveries';
import { reportBounce } from '@onceover/schema/internal/report-bounce';
import { submitFeedback } from '@onceover/schema/internal/submit-feedback';
import { answering, answeringOrRefusing, type InternalHandler } from '@onceover/service-kit/internal-call';
import type { SealingKeys } from './use-cases/mail/ports.ts';
import type { UseCases } from './use-cases/use-cases.ts';

export function internalOf(
  { sealingKeys }: { readonly sealingKeys: SealingKeys },
  { submitFeedback: keep, reportBounce: note }: Pick<UseCases, 'submitFeedback' | 'reportBounce'>,
): readonly InternalHandler[] {
  return [
    answering(sealingKey, () => sealingKeyOf(sealingKeys)),
    answering(reportBounce, async ({ message }) => ({ kind: await note(Buffer.from(message, 'base64')) })),
    answeringOrRefusing(submitFeedback, async ({ message, caller }) => {
      await keep(message, caller);
      return { kind: 'done' as const };
    }),
  ];
}

export async function sealingKeyOf(keys: SealingKeys) {
  const { keyId, publicKey, useUntil } = await keys.current();
  return { keyId, publicKey: publicKey.toString('base64'), useUntil: useUntil.toISOString() };
}
