import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askOnce } from '../../gql/mutate.ts';
import { ownTrailOperation } from '../../gql/operations/own-trail.generated.ts';
import type { OwnTrailQuery } from '../../gql/operations.generated.ts';
import { useAction } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { postForm } from '../../ui/post-form.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';

type Trail = NonNullable<NonNullable<OwnTrailQuery['viewer']>['auditTrail']>;
type Entry = Trail['entries'][number];

/** What was recorded of the account and its secrets: asked for when somebody wants to see it, and as a file. */
export function TrailSection() {
  const { t } = useTranslation('app');
  const [entries, setEntries] = useState<readonly Entry[] | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const { isBusy, error, run } = useAction();
  const show = () =>
    run(async () => {
      const found = await pageAfter(end);
      setEntries([...(entries ?? []), ...found.entries]);
      setEnd(found.endCursor);
    });
  return (
    <Section title={t('account.trail.title')}>
      <p className="text-ui text-text-2">{t('account.trail.about')}</p>
      {entries?.length === 0 && <p>{t('account.trail.none')}</p>}
      {entries !== null && entries.length > 0 && (
        <ol className="flex flex-col divide-y divide-border">
          {entries.map(({ id, at, action, by, target, surface }) => (
            <li key={id} className="flex flex-wrap gap-x-4 gap-y-1 py-2 text-small">
              <Moment unixSeconds={at} />
              <code dir="ltr">{action}</code>
              <code dir="ltr">{by}</code>
              <code dir="ltr">{target.slice(-8)}</code>
              <code dir="ltr">{surface}</code>
            </li>
          ))}
        </ol>
      )}
      <ProblemNotice error={error} />
      <div className="flex flex-wrap gap-2">
        {(entries === null || end !== null) && (
          <ActionButton isOff={isBusy} onClick={() => void show()}>
            {t(entries === null ? 'account.trail.show' : 'account.trail.more')}
          </ActionButton>
        )}
        {(['csv', 'ndjson'] as const).map((format) => (
          <ActionButton key={format} look="quiet" onClick={() => postForm('/account/trail/export', { format })}>
            {t(`account.trail.${format}`)}
          </ActionButton>
        ))}
      </div>
    </Section>
  );
}

async function pageAfter(after: string | null): Promise<Pick<Trail, 'entries' | 'endCursor'>> {
  const { viewer } = await askOnce(ownTrailOperation, { after });
  return viewer?.auditTrail ?? { entries: [], endCursor: null };
}
