import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OperatorDialog } from '../../colonel/operator-dialog.tsx';
import { mutate } from '../../gql/mutate.ts';
import { liftLimitOperation } from '../../gql/operations/lift-limit.generated.ts';
import type { RequestLimitsQuery } from '../../gql/operations.generated.ts';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import type colonelTexts from '../../i18n/locales/en/colonel.json';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TableSection } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';

type Limited = RequestLimitsQuery['requestLimits']['limited'][number];

/** Whom a limit holds back now, each with a way to let them go on. */
export function LimitedList({ limited, onLifted }: { limited: readonly Limited[]; onLifted: () => void }) {
  const { t } = useTranslation('colonel');
  const { nameOf } = useLimitWords();
  const [wanted, setWanted] = useState<Limited | null>(null);
  return (
    <Section title={t('limits.now')}>
      {limited.length === 0 && <p className="text-ui text-text-2">{t('limits.nobody')}</p>}
      <ul className="flex flex-col divide-y divide-border">
        {limited.map((each) => (
          <LimitedRow key={each.id} limited={each} onLift={() => setWanted(each)} />
        ))}
      </ul>
      {wanted !== null && (
        <OperatorDialog
          title={t('limits.liftTitle', { limit: nameOf(wanted.limit) })}
          text={t('limits.liftText')}
          submit={t('limits.lift')}
          done={t('limits.lifted')}
          id={wanted.id}
          isHarmless
          run={async (given) => (await mutate(liftLimitOperation, { input: { id: wanted.id, ...given } })).liftLimit}
          onClose={() => setWanted(null)}
          onDone={onLifted}
        />
      )}
    </Section>
  );
}

function LimitedRow({ limited, onLift }: { readonly limited: Limited; readonly onLift: () => void }) {
  const { t, i18n } = useTranslation('colonel');
  const { nameOf, boundOf } = useLimitWords();
  const { kind, who, until, refused } = limited;
  return (
    <li data-limited={limited.limit} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-ui">
      <div className="me-auto min-w-0">
        <p className="font-medium">{nameOf(limited.limit)}</p>
        <p className="flex flex-wrap gap-x-4 text-small text-text-2">
          <span>
            {t(`limits.kinds.${kind}`)}{' '}
            {kind === 'ACCOUNT' && who !== null && (
              <TextLink href={paths.colonelCustomer(who)}>
                <code dir="ltr">{who.slice(-8)}</code>
              </TextLink>
            )}
            {kind !== 'ACCOUNT' && who !== null && <code dir="ltr">{who}</code>}
          </span>
          <span>{boundOf(limited)}</span>
          <span>{t('limits.refused', { count: formatNumber(refused, i18n.language) })}</span>
          <Moment unixSeconds={until} text={t('limits.until', { when: formatMoment(until, i18n.language) })} />
        </p>
      </div>
      <ActionButton aria-haspopup="dialog" onClick={onLift}>
        {t('limits.lift')} <span className="sr-only">{nameOf(limited.limit)}</span>
      </ActionButton>
    </li>
  );
}

/** Every limit: what it counts, whose, and how much is let through. */
export function LimitTable({ limits }: { readonly limits: RequestLimitsQuery['requestLimits']['limits'] }) {
  const { t } = useTranslation('colonel');
  const { nameOf, boundOf } = useLimitWords();
  return (
    <TableSection
      title={t('limits.all')}
      columns={[t('limits.what'), t('limits.whose'), t('limits.bound')]}
      rows={limits.map(({ limit, kind, ...bound }) => ({
        key: `${limit} ${kind} ${bound.seconds}`,
        cells: [nameOf(limit), t(`limits.kinds.${kind}`), boundOf(bound)],
      }))}
    />
  );
}

type LimitText = keyof (typeof colonelTexts)['limits']['names'];

interface Bound {
  readonly actions: number;
  readonly seconds: number;
}

/** The words for limits. One that has no words yet is shown by its name. */
function useLimitWords() {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  return {
    nameOf: (limit: string) =>
      i18n.exists(`colonel:limits.names.${limit}`) ? t(`limits.names.${limit as LimitText}`) : limit,
    boundOf: ({ actions, seconds }: Bound) =>
      seconds < 86_400
        ? t('limits.inMinutes', { actions: number(actions), minutes: number(seconds / 60) })
        : t('limits.inHours', { actions: number(actions), hours: number(seconds / 3600) }),
  };
}
