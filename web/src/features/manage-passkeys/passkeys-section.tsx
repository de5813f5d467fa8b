import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../i18n/format.ts';
import { announce } from '../../lib/announcer.ts';
import { hostOfPasskeys, placeOfPasskeys } from '../../passkeys/passkeys-here.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DATE, DatedText } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import { AddPasskey } from './add-passkey.tsx';
import { RemovePasskey, RenamePasskey } from './change-passkey.tsx';
import type { Passkey } from './passkey-dialog.ts';

export interface PasskeysSectionProps {
  readonly passkeys: readonly Passkey[];
  /** Whether changes ask for a code, too. */
  readonly isTwoStepOn: boolean;
  readonly onChanged: () => Promise<unknown>;
}

type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey } | null;

/** The passkeys that sign in to the account: a list, and dialogs to add, rename and remove one. */
export function PasskeysSection({ passkeys, isTwoStepOn, onChanged }: PasskeysSectionProps) {
  const { t } = useTranslation('passkeys');
  const [doing, setDoing] = useState<Doing>(null);
  const content = useRef<HTMLDivElement>(null);
  useFocusKept(content);
  const onClose = () => setDoing(null);
  const onDone = async (said: string) => {
    await onChanged();
    onClose();
    announce(said);
  };
  const ways = { isTwoStepOn, onClose, onDone };
  return (
    <div ref={content}>
      <Section title={t('title')}>
        <p className="text-ui text-text-2">{t('about', { host: hostOfPasskeys() })}</p>
        {passkeys.length === 0 && <p className="text-ui">{t('none')}</p>}
        {passkeys.length > 0 && (
          <ul className="flex flex-col divide-y divide-border">
            {passkeys.map((passkey) => (
              <PasskeyItem
                key={passkey.id}
                passkey={passkey}
                needsCode={isTwoStepOn && !passkey.isAddedWithCode}
                onDo={(what) => setDoing({ what, passkey })}
              />
            ))}
          </ul>
        )}
        <Adding onAdd={() => setDoing({ what: 'add' })} />
        {doing?.what === 'add' && <AddPasskey {...ways} />}
        {doing?.what === 'rename' && <RenamePasskey passkey={doing.passkey} {...ways} />}
        {doing?.what === 'remove' && <RemovePasskey passkey={doing.passkey} {...ways} />}
      </Section>
    </div>
  );
}

/** The button that adds a passkey, or why there is none. */
function Adding({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation('passkeys');
  const place = placeOfPasskeys();
  if (place === 'here') {
    return (
      <ActionButton className="self-start max-sm:w-full" aria-haspopup="dialog" onClick={onAdd}>
        {t('add')}
      </ActionButton>
    );
  }
  return (
    <p className="text-ui text-text-2">
      {place === 'elsewhere' ? t('elsewhere', { host: hostOfPasskeys() }) : t('unsupported')}
    </p>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly needsCode: boolean;
  readonly onDo: (what: 'rename' | 'remove') => void;
}

function PasskeyItem({ passkey: { name, created, lastUsed }, needsCode, onDo }: PasskeyItemProps) {
  const { t, i18n } = useTranslation('passkeys');
  const when = lastUsed === null ? null : formatDistance(lastUsed, Date.now() / 1000, i18n.language);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 text-ui">
        <p className="wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-small text-text-2">
          <DatedText text={t('created', DATE)} unixSeconds={created} />
          {' · '}
          {when === null ? t('neverUsed') : t('lastUsed', { when })}
          {needsCode && ` · ${t('needsCode')}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {(['rename', 'remove'] as const).map((what) => (
          <ActionButton key={what} aria-haspopup="dialog" aria-label={`${t(what)}: ${name}`} onClick={() => onDo(what)}>
            {t(what)}
          </ActionButton>
        ))}
      </div>
    </li>
  );
}
