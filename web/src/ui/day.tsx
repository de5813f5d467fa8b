import { useTranslation } from 'react-i18next';
import { westernDigits } from '../i18n/format.ts';

/** A day of UTC, such as "27 Nov 2026", where the time is not known or not told. Apart from `Moment`, which public pages load. */
export function Day({ unixSeconds }: { readonly unixSeconds: number }) {
  const { i18n } = useTranslation();
  const at = new Date(unixSeconds * 1000);
  const format = new Intl.DateTimeFormat(westernDigits(i18n.language), { dateStyle: 'medium', timeZone: 'UTC' });
  return <time dateTime={at.toISOString().slice(0, 10)}>{format.format(at)}</time>;
}
