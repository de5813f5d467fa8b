import { readChoice, storeChoice } from '../../site/stored-choice.ts';

export type Theme = 'system' | 'light' | 'dark';

export function chosenTheme(): Theme {
  const stored = readChoice('darkMode');
  if (stored === 'true') return 'dark';
  return stored === 'false' ? 'light' : 'system';
}

/** Stores the choice and applies it at once; `system` leaves it to the browser. */
export function chooseTheme(theme: Theme): void {
  storeChoice('darkMode', theme === 'system' ? null : String(theme === 'dark'));
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
