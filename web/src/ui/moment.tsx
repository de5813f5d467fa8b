import { useTranslation } from 'react-i18next';
import { formatDay, formatMoment } from '../i18n/format.ts';
import { Around } from './around.tsx';

interface MomentProps {
  readonly unixSeconds: number;
  readonly text?: string;
  /** For moments that stand close to one another. */
  readonly withSeconds?: boolean;
}

/** A point in time in the reader's time zone, or in other words, with UTC in the markup and the tooltip. */
export function Moment({ unixSeconds, text, withSeconds }: MomentProps) {
  const { i18n } = useTranslation();
  const utc = new Date(unixSeconds * 1000).toISOString();
  return (
    <time dateTime={utc} title={utc}>
      {text ?? formatMoment(unixSeconds, i18n.language, withSeconds)}
    </time>
  );
}

/** A day of UTC, where the time is not known or not told. */
export function Day({ unixSeconds }: { readonly unixSeconds: number }) {
  const { i18n } = useTranslation();
  const day = new Date(unixSeconds * 1000).toISOString().slice(0, 10);
  return <time dateTime={day}>{formatDay(unixSeconds, i18n.language)}</time>;
}

/** The value of `{{date}}` in a text that `DatedText` shows. */
export const DATE = { date: '\n' } as const;

/** A sentence with a point in time where its language puts it. */
export function DatedText({ text, unixSeconds }: { readonly text: string; readonly unixSeconds: number }) {
  return (
    <Around text={text}>
      <Moment unixSeconds={unixSeconds} />
    </Around>
  );
}
