import type { Fill } from './header-text.ts';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Puts values where `{name}` stands. A name without a value is a mistake in a translation. */
export const fill: Fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`the text has no value for {${name}}`);
    return value;
  });

/** The same in a text that runs right to left: a value of the other direction must not turn its neighbours. */
export const fillIsolated: Fill = (template, values) =>
  fill(
    template,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}`]),
    ),
  );
