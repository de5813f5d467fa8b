import { type ProductLocaleCode, productLocales } from '@onceover/schema/locales';
import ar from './locales/ar.json' with { type: 'json' };
import bg from './locales/bg.json' with { type: 'json' };
import caES from './locales/ca_ES.json' with { type: 'json' };
import cn from './locales/cn.json' with { type: 'json' };
import cs from './locales/cs.json' with { type: 'json' };
import daDK from './locales/da_DK.json' with { type: 'json' };
import de from './locales/de.json' with { type: 'json' };
import elGR from './locales/el_GR.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import frFR from './locales/fr_FR.json' with { type: 'json' };
import he from './locales/he.json' with { type: 'json' };
import hu from './locales/hu.json' with { type: 'json' };
import itIT from './locales/it_IT.json' with { type: 'json' };
import nl from './locales/nl.json' with { type: 'json' };
import pl from './locales/pl.json' with { type: 'json' };
import ptBR from './locales/pt_BR.json' with { type: 'json' };
import ptPT from './locales/pt_PT.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };
import slSI from './locales/sl_SI.json' with { type: 'json' };
import svSE from './locales/sv_SE.json' with { type: 'json' };
import tr from './locales/tr.json' with { type: 'json' };
import uk from './locales/uk.json' with { type: 'json' };
import vi from './locales/vi.json' with { type: 'json' };

/** Every sentence of every email, in one language. `{name}` stands for a value. */
export type MailTexts = typeof en;

export const textsByLocale: Readonly<Record<ProductLocaleCode, MailTexts>> = {
  en,
  ar,
  bg,
  ca_ES: caES,
  cn,
  cs,
  da_DK: daDK,
  de,
  el_GR: elGR,
  es,
  fr,
  fr_FR: frFR,
  he,
  hu,
  it_IT: itIT,
  nl,
  pl,
  pt_BR: ptBR,
  pt_PT: ptPT,
  ru,
  sl_SI: slSI,
  sv_SE: svSE,
  tr,
  uk,
  vi,
};

export interface MailLanguage {
  readonly texts: MailTexts;
  /** BCP 47. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The language of a locale code; English for a code that is not shipped. */
export function mailLanguage(code: string): MailLanguage {
  const { code: known, tag, dir } = productLocales.find((locale) => locale.code === code) ?? productLocales[0];
  return { texts: textsByLocale[known], tag, direction: dir };
}
