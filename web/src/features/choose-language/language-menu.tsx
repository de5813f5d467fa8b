import { Check, Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseLocale } from '../../i18n/change-locale.ts';
import { LOCALES, type LocaleCode, toCode } from '../../i18n/locales.ts';
import { offeredLocales } from '../../i18n/set-up-i18n.ts';
import { announce } from '../../lib/announcer.ts';
import { MenuButton, menuItemLook } from '../../ui/menu-button.tsx';

/** The button with the language's own name, and its menu. Hidden if there is nothing to choose from. */
export function LanguageMenu({ placement }: { placement: 'above' | 'below' }) {
  const { t, i18n } = useTranslation();
  const current = toCode(i18n.language) ?? 'en';
  const choose = async (code: LocaleCode) => {
    const loaded = await chooseLocale(code);
    announce(loaded ? i18n.t('language.changed', { name: LOCALES[code].name }) : i18n.t('language.failed'));
  };
  if (offeredLocales().length < 2) return null;
  return (
    <MenuButton
      label={t('language.choose', { name: LOCALES[current].name })}
      menuLabel={t('language.menu')}
      placement={placement}
      face={
        <>
          <Languages className="size-5" strokeWidth={1.75} aria-hidden="true" />
          <span>{LOCALES[current].name}</span>
        </>
      }
    >
      {offeredLocales().map((code) => (
        <LanguageItem key={code} code={code} isChosen={code === current} onChoose={() => void choose(code)} />
      ))}
    </MenuButton>
  );
}

interface LanguageItemProps {
  readonly code: LocaleCode;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** A language by its own name, in its own direction. */
function LanguageItem({ code, isChosen, onChoose }: LanguageItemProps) {
  const { tag, dir, name } = LOCALES[code];
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      lang={tag}
      dir={dir}
      className={menuItemLook}
      onClick={onChoose}
    >
      <span className="flex-1">{name}</span>
      {isChosen && <Check className="size-5 text-accent" strokeWidth={1.75} aria-hidden="true" />}
    </button>
  );
}
