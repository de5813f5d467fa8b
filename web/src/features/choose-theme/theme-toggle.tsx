import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readChoice, storeChoice } from '../../site/stored-choice.ts';

const choices = [
  { theme: 'system', Icon: Monitor },
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
] as const satisfies readonly { theme: Theme; Icon: typeof Monitor }[];

export function ThemeToggle() {
  const { t } = useTranslation();
  const name = useId();
  const [current, setCurrent] = useState(chosenTheme);
  const choose = (theme: Theme) => {
    chooseTheme(theme);
    setCurrent(theme);
  };
  return (
    <fieldset className="inline-flex rounded-full border border-border bg-surface">
      <legend className="sr-only">{t('theme.label')}</legend>
      {choices.map(({ theme, Icon }) => (
        <label
          key={theme}
          title={t(`theme.${theme}`)}
          className="inline-flex size-11 items-center justify-center rounded-full text-text-3 hover:text-text has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={theme}
            checked={current === theme}
            onChange={() => choose(theme)}
          />
          <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
          <span className="sr-only">{t(`theme.${theme}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type Theme = 'system' | 'light' | 'dark';

function chosenTheme(): Theme {
  const stored = readChoice('darkMode');
  if (stored === 'true') return 'dark';
  return stored === 'false' ? 'light' : 'system';
}

/** Saves the choice and applies it at once; `system` leaves it to the browser. */
function chooseTheme(theme: Theme): void {
  storeChoice('darkMode', theme === 'system' ? null : String(theme === 'dark'));
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme;
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${own})`;
    else meta.media = own === theme ? 'all' : 'not all';
  }
}
