import { lazy, Suspense, useState } from 'react';
import { requireTexts } from '../../i18n/change-locale.ts';
import { pageData } from '../../site/page-data.ts';

const UpgradeDialog = lazy(async () => {
  const [module] = await Promise.all([import('./upgrade-dialog.tsx'), requireTexts(['app'])]);
  return { default: module.UpgradeDialog };
});

/** The dialog with the paid plans, and what opens it; null where nobody can sign up. Its code is loaded when it is opened. */
export function useUpgrade() {
  const [isOpen, setOpen] = useState(false);
  const open = pageData().authentication.signup ? () => setOpen(true) : null;
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <UpgradeDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { open, dialog };
}
