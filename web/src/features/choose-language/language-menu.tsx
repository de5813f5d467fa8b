import { Check, Languages } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLocale } from '../../i18n/change-locale.ts';
import { LOCALES, type LocaleCode, toCode } from '../../i18n/locales.ts';
import { offeredLocales } from '../../i18n/set-up-i18n.ts';
import { announce } from '../../lib/announcer.ts';
import { menuTarget } from './menu-keys.ts';

/** The button with the language's own name, and its menu. Hidden if there is nothing to choose from. */
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
    announce(loaded ? i18n.t('language.changed', { name: LOCALES[code].name }) : i18n.t('language.failed'));
  };
  if (offeredLocales().length < 2) return null;
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
      {isOpen && <LanguageList id={menuId} placement={placement} onChoose={choose} onClose={close} />}
    </div>
  );
}

function useOutsideClick(box: { current: HTMLElement | null }, isActive: boolean, onOutside: () => void): void {
  const watch = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Node && !box.current?.contains(event.target)) onOutside();
  });
  useEffect(() => {
    if (!isActive) return;
    document.addEventListener('pointerdown', watch);
    return () => document.removeEventListener('pointerdown', watch);
  }, [isActive]);
}

interface LanguageListProps {
  readonly id: string;
  readonly placement: 'above' | 'below';
  readonly onChoose: (code: LocaleCode) => void;
  readonly onClose: () => void;
}

/** The open menu: every language by its own name, in its own direction. */
function LanguageList({ id, placement, onChoose, onClose }: LanguageListProps) {
  const { t, i18n } = useTranslation();
  const [codes] = useState(offeredLocales);
  const current = toCode(i18n.language) ?? 'en';
  const items = useRef<(HTMLButtonElement | null)[]>([]);
  const names = codes.map((code) => LOCALES[code].name);
  useEffect(() => items.current[codes.indexOf(current)]?.focus(), [codes, current]);
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault();
      onClose();
      return;
    }
    const focused = codes.findIndex((_, index) => items.current[index] === document.activeElement);
    const target = menuTarget(event.key, focused, names);
    if (target === null) return;
    event.preventDefault();
    items.current[target]?.focus();
  };
  return (
    <div
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={t('language.menu')}
      className={`absolute end-0 z-10 max-h-[60dvh] min-w-44 overflow-y-auto rounded-md border border-border bg-surface p-1 shadow-[0_8px_32px_rgb(0_0_0/0.16)] ${placement === 'above' ? 'bottom-full mb-1' : 'top-full mt-1'}`}
      onKeyDown={move}
    >
      {codes.map((code, index) => (
        <button
          key={code}
          ref={(item) => {
            items.current[index] = item;
          }}
          type="button"
          role="menuitemradio"
          aria-checked={code === current}
          tabIndex={-1}
          lang={LOCALES[code].tag}
          dir={LOCALES[code].dir}
          className="flex min-h-11 w-full items-center gap-2 rounded-sm px-3 text-start text-ui hover:bg-surface-2 focus-visible:-outline-offset-2"
          onClick={() => onChoose(code)}
        >
          <span className="flex-1">{LOCALES[code].name}</span>
          {code === current && <Check className="size-5 text-accent" strokeWidth={1.75} aria-hidden="true" />}
        </button>
      ))}
    </div>
  );
}
