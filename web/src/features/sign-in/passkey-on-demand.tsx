import { lazy, Suspense } from 'react';
import { requireTexts } from '../../i18n/change-locale.ts';
import type { PasskeyButtonProps } from './passkey-button.tsx';

/** Has files of its own, code and texts, which come after the form; where they cannot be loaded, the form is enough. */
const PasskeyButton = lazy(async () => {
  const loaded = Promise.all([import('./passkey-button.tsx'), requireTexts(['passkeys'])]);
  return await loaded.then(([button]) => ({ default: button.PasskeyButton })).catch(() => ({ default: () => null }));
});

/** Another way in, where the browser has it; its place is kept, so that nothing moves when it comes. */
export function PasskeySignIn(props: PasskeyButtonProps) {
  if (typeof PublicKeyCredential !== 'function') return null;
  return (
    <div className="min-h-12">
      <Suspense fallback={null}>
        <PasskeyButton {...props} />
      </Suspense>
    </div>
  );
}
