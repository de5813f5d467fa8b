import { useQuery } from '@apollo/client/react';
import { type RefCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeysOperation } from '../../gql/operations/passkeys.generated.ts';
import { formatDistance } from '../../i18n/format.ts';
import { announce } from '../../lib/announcer.ts';
import { hostOfPasskeys, placeOfPasskeys } from '../../passkeys/passkeys-here.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DATE, DatedText } from '../../ui/moment.tsx';
import { Answer } from '../../ui/query-state.tsx';
import { Section } from '../../ui/section.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RemovePasskey, RenamePasskey } from './change-passkey.tsx';
import type { Passkey } from './passkey-dialog.ts';

export interface PasskeysSectionProps {
  /** Whether changes ask for a code, too. */
  readonly isTwoStepOn: boolean;
}

type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey } | null;

/** The passkeys that sign in to the account: a list, and dialogs to add, rename and remove one. */
export function PasskeysSection({ isTwoStepOn }: PasskeysSectionProps) {
  const asked = useQuery(passkeysOperation);
  return (
    <Answer of={asked} rows={4} isKept>
      {({ viewer }) => (
        <Passkeys passkeys={viewer?.passkeys ?? []} isTwoStepOn={isTwoStepOn} onChanged={() => asked.refetch()} />
      )}
    </Answer>
  );
}

interface PasskeysProps extends PasskeysSectionProps {
  readonly passkeys: readonly Passkey[];
  readonly onChanged: () => Promise<unknown>;
}

function Passkeys({ passkeys, isTwoStepOn, onChanged }: PasskeysProps) {
  const { t } = useTranslation('passkeys');
  const [doing, setDoing] = useState<Doing>(null);
  const focusHome = useFocusHome(doing !== null);
  const onClose = () => setDoing(null);
  const onDone = async (said: string) => {
    await onChanged();
    onClose();
    announce(said);
  };
  const ways = { isTwoStepOn, onClose, onDone };
  return (
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
      <Adding ref={focusHome} onAdd={() => setDoing({ what: 'add' })} />
      {doing?.what === 'add' && <AddPasskey {...ways} />}
      {doing?.what === 'rename' && <RenamePasskey passkey={doing.passkey} {...ways} />}
      {doing?.what === 'remove' && <RemovePasskey passkey={doing.passkey} {...ways} />}
    </Section>
  );
}

/** What has the focus once a dialog is closed whose opener is gone, as that of a removed passkey is. */
function useFocusHome(isOpen: boolean): RefCallback<HTMLElement> {
  const home = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) home.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (element) => {
    home.current = element;
  };
}

/** The button that adds a passkey, or why there is none. */
function Adding({ ref, onAdd }: { readonly ref: RefCallback<HTMLElement>; readonly onAdd: () => void }) {
  const { t } = useTranslation('passkeys');
  const place = placeOfPasskeys();
  if (place === 'here') {
    return (
      <ActionButton ref={ref} className="self-start max-sm:w-full" aria-haspopup="dialog" onClick={onAdd}>
        {t('add')}
      </ActionButton>
    );
  }
  return (
    <p ref={ref} tabIndex={-1} className="text-ui text-text-2">
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
