import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { LOCALES, type LocaleCode } from '../../i18n/locales.ts';
import { menuTarget } from './menu-keys.ts';

interface LanguageListProps {
  readonly id: string;
  readonly label: string;
  readonly codes: readonly LocaleCode[];
  readonly current: LocaleCode;
  readonly placement: 'above' | 'below';
  readonly onChoose: (code: LocaleCode) => void;
  readonly onClose: () => void;
}

/** The open menu: every language by its own name, in its own direction. */
export function LanguageList({ id, label, codes, current, placement, onChoose, onClose }: LanguageListProps) {
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
      aria-label={label}
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
          lang={LOCALES[code].bcp47}
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
