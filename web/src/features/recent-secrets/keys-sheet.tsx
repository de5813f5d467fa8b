import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { listKeys } from './list-keys.ts';

/** Every key of the lists and what it does. */
export function KeysSheet({ hasSearch, onClose }: { readonly hasSearch: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation(['app', 'core']);
  const meanings = {
    next: t('app:recent.keys.next'),
    previous: t('app:recent.keys.previous'),
    select: t('app:recent.keys.select'),
    burn: t('app:recent.burn'),
    search: t('app:recent.search'),
    help: t('app:recent.keys.title'),
  } as const;
  const known = Object.entries(listKeys).filter(([, action]) => action !== 'search' || hasSearch);
  return (
    <Modal title={t('app:recent.keys.title')} startsAtTitle onClose={onClose}>
      <p className="mt-2 text-ui text-text-2">{t('app:recent.keys.note')}</p>
      <dl className="my-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-ui">
        <Key name="Enter">{t('app:recent.open')}</Key>
        {known.map(([name, action]) => (
          <Key key={name} name={name}>
            {meanings[action]}
          </Key>
        ))}
      </dl>
      <ActionButton onClick={onClose}>{t('core:feedback.close')}</ActionButton>
    </Modal>
  );
}

function Key({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>
        <kbd dir="ltr">{name}</kbd>
      </dt>
      <dd>{children}</dd>
    </>
  );
}
