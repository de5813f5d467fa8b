import { Languages } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLocale } from '../../i18n/change-locale.ts';
import { showPageNotice } from '../../i18n/language-notice.ts';
import { LOCALES, type LocaleCode, toCode } from '../../i18n/locales.ts';
import { offeredLocales } from '../../i18n/set-up-i18n.ts';
import { announce } from '../../lib/announcer.ts';
import { LanguageList } from './language-list.tsx';

/** The button with the language's own name, and its menu. Hidden while there is nothing to choose. */
export function LanguageMenu({ placement }: { placement: 'above' | 'below' }) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const current = toCode(i18n.language) ?? 'en';
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useOutsideClick(box, isOpen, () => setOpen(false));
  const choose = async (code: LocaleCode) => {
    close();
    const loaded = await chooseLocale(code);
    showPageNotice(loaded ? null : 'language-failed');
    announce(loaded ? i18n.t('language.changed', { name: LOCALES[code].name }) : i18n.t('language.failed'));
  };
  const offered = offeredLocales();
  if (offered.length < 2) return null;
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        className="icon-button px-2 text-ui"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        aria-label={t('language.choose', { name: LOCALES[current].name })}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Languages className="size-5" strokeWidth={1.75} aria-hidden="true" />
        <span>{LOCALES[current].name}</span>
      </button>
      {isOpen && (
        <LanguageList
          id={menuId}
          label={t('language.menu')}
          codes={offered}
          current={current}
          placement={placement}
          onChoose={choose}
          onClose={close}
        />
      )}
    </div>
  );
}

function useOutsideClick(box: { current: HTMLElement | null }, isActive: boolean, onOutside: () => void): void {
  const latest = useRef(onOutside);
  latest.current = onOutside;
  useEffect(() => {
    if (!isActive) return;
    const watch = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) latest.current();
    };
    document.addEventListener('pointerdown', watch);
    return () => document.removeEventListener('pointerdown', watch);
  }, [isActive, box]);
}
