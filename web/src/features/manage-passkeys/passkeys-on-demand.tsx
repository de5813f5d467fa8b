import { Suspense } from 'react';
import { requireTexts } from '../../i18n/change-locale.ts';
import { loadedOnDemand } from '../../ui/on-demand.tsx';
import { LoadingBlock } from '../../ui/query-state.tsx';
import type { PasskeysSectionProps } from './passkeys-section.tsx';

const PasskeysSection = loadedOnDemand(async () => {
  const [section] = await Promise.all([import('./passkeys-section.tsx'), requireTexts(['passkeys'])]);
  return section.PasskeysSection;
});

/** The passkeys of the account: files of their own, code and texts, which nobody waits for who came for something else. */
export function Passkeys(props: PasskeysSectionProps) {
  return (
    <Suspense fallback={<LoadingBlock rows={4} />}>
      <PasskeysSection {...props} />
    </Suspense>
  );
}
