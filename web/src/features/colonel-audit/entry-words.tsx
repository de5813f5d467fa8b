import { useTranslation } from 'react-i18next';
import { kept, westernDigits } from '../../i18n/format.ts';
import type { TrailEntry } from './audit-address.ts';

/** References are long: the end of one tells it from others. */
export function shortRef(reference: string): string {
  return reference.length > 8 ? reference.slice(-8) : reference;
}

/** A reference or another word that runs from left to right in every language. */
export function Code({ children }: { readonly children: string }) {
  return (
    <code dir="ltr" className="font-mono text-small">
      {children}
    </code>
  );
}

const clockIn = (language: string) =>
  kept(
    `${language} clock`,
    () =>
      new Intl.DateTimeFormat(westernDigits(language), {
        day: '2-digit',
        month: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        fractionalSecondDigits: 3,
        hour12: false,
      }),
  );

/** When it happened by the reader's clock to the millisecond, with UTC in the tooltip. */
export function EntryTime({ entry: { at } }: { readonly entry: Pick<TrailEntry, 'at'> }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={at} title={at} className="tabular-nums">
      {clockIn(i18n.language).format(new Date(at))}
    </time>
  );
}

/** A word beside its sign, so that nobody needs the colour. */
export function OutcomeWord({ entry: { outcome } }: { readonly entry: TrailEntry }) {
  const { t } = useTranslation('colonel');
  const isFailed = outcome === 'FAILED';
  return (
    <span className={isFailed ? 'text-danger' : undefined}>
      <span aria-hidden="true">{isFailed ? '▲' : '●'} </span>
      {t(`audit.outcomes.${outcome}`)}
    </span>
  );
}

export function Where({ entry: { surface, networkTag } }: { readonly entry: TrailEntry }) {
  const { t } = useTranslation('colonel');
  return (
    <span>
      <Code>{surface}</Code>
      {networkTag !== null && <> · {t('audit.network', { tag: networkTag })}</>}
    </span>
  );
}
