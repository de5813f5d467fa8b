import { useTranslation } from 'react-i18next';
import { formatMoment } from '../i18n/format.ts';

/** A point in time in the reader's time zone, or in other words, with UTC in the markup and the tooltip. */
export function Moment({ unixSeconds, text }: { readonly unixSeconds: number; readonly text?: string }) {
  const { i18n } = useTranslation();
  const utc = new Date(unixSeconds * 1000).toISOString();
  return (
    <time dateTime={utc} title={utc}>
      {text ?? formatMoment(unixSeconds, i18n.language)}
    </time>
  );
}
