import { useTranslation } from 'react-i18next';
import { mutate } from '../../gql/mutate.ts';
import { endOtherSessionsOperation } from '../../gql/operations/end-other-sessions.generated.ts';
import { endSessionOperation } from '../../gql/operations/end-session.generated.ts';
import { formatDistance } from '../../i18n/format.ts';
import { announce } from '../../lib/announcer.ts';
import { useAction } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DATE, DatedText } from '../../ui/moment.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import type { Security } from './account.ts';
import { sectionIds } from './section-ids.ts';

interface SessionsSectionProps {
  readonly sessions: Security['sessions'];
  readonly onChanged: () => Promise<unknown>;
}

export function SessionsSection({ sessions, onChanged }: SessionsSectionProps) {
  const { t, i18n } = useTranslation('app');
  const now = Date.now() / 1000;
  const { isBusy, error, run } = useAction();
  const end = (id: string | null) =>
    run(async () => {
      await (id === null ? mutate(endOtherSessionsOperation, {}) : mutate(endSessionOperation, { input: { id } }));
      await onChanged();
      announce(t('account.sessions.ended'));
    });
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <Section id={sectionIds.sessions} title={t('account.sessions.title')}>
      <ProblemNotice error={error} />
      <ul className="flex flex-col divide-y divide-border">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 text-ui">
              <p>
                <bdi>{session.userAgentFamily}</bdi>
              </p>
              <p className="text-small text-text-2">
                {t('account.sessions.seen', { when: formatDistance(session.lastSeen, now, i18n.language) })}
                {' · '}
                <DatedText text={t('account.sessions.since', DATE)} unixSeconds={session.created} />
              </p>
            </div>
            {session.isCurrent ? (
              <span className="rounded-full bg-accent-soft px-3 py-1 text-small text-accent">
                {t('account.sessions.current')}
              </span>
            ) : (
              <ActionButton
                isOff={isBusy}
                aria-label={t('account.sessions.endLabel', { where: session.userAgentFamily })}
                onClick={() => void end(session.id)}
              >
                {t('account.sessions.end')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <ActionButton className="self-start max-sm:w-full" isOff={isBusy} onClick={() => void end(null)}>
          {t('account.sessions.endOthers')}
        </ActionButton>
      )}
    </Section>
  );
}
