import { useTranslation } from 'react-i18next';
import { formatMoment } from '../i18n/format.ts';
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
