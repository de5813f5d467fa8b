import { memo, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useJustChanged } from '../../activity/changed-rows.ts';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { LabelForm } from '../../secrets/label-form.tsx';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { DATE, DatedText } from '../../ui/moment.tsx';
import { RowActions, RowMenuButton } from './row-actions.tsx';
import type { RowControls } from './row-controls.ts';
import { RowFacts, RowState } from './row-facts.tsx';

interface RecentRowProps {
  readonly secret: RecentSecret;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  /** The label that is being typed for it; null: none is. */
  readonly draft: string | null;
  readonly controls: RowControls;
}

/**
 * One secret: whether it was received, struck through once it is destroyed, what happened and when; its label or short key,
 * which leads to its page, and what else is known; what can be done with it.
 *
 * Source  specification 5
 */
export const RecentRow = memo(function RecentRow({ secret, isOpen, isChosen, draft, controls }: RecentRowProps) {
  const { t } = useTranslation('app');
  const storyId = useId();
  const hasJustChanged = useJustChanged(secret.key);
  const row = useRef<HTMLDivElement>(null);
  useFocusAfterDraft(row, secret.key, draft !== null, controls);
  return (
    // biome-ignore lint/a11y/useSemanticElements: its list is no ul
    <div
      ref={row}
      role="listitem"
      data-row={secret.key}
      data-changed={hasJustChanged || undefined}
      className="secret-row"
    >
      <div className="secret-line">
        <label className="secret-choice">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            aria-label={t('recent.select', { key: secret.secretShortkey })}
            checked={isChosen}
            onChange={() => controls.choose(secret.key)}
          />
        </label>
        <div className="secret-parts">
          <RowState secret={secret} />
          <div className="min-w-0">
            <RowName secret={secret} />
            <RowFacts secret={secret} />
          </div>
          <p className="secret-created">
            <DatedText text={t('recent.created', DATE)} unixSeconds={secret.created} />
          </p>
        </div>
        <RowActions secret={secret} controls={controls} story={{ isOpen, id: storyId }} />
        <RowMenuButton secret={secret} controls={controls} />
      </div>
      {draft !== null && (
        <div className="p-3 pt-1">
          <LabelForm
            secret={secret.key}
            initial={draft}
            onType={(text) => controls.onDraft({ key: secret.key, text })}
            onSaved={controls.onSaved}
            onCancel={() => controls.onDraft(null)}
          />
        </div>
      )}
      <div id={storyId} hidden={!isOpen} className="border-t border-border p-3">
        {isOpen && controls.storyOf(secret.key)}
      </div>
    </div>
  );
});

/** Leads to the secret's page; the first link of its row, so that keys and live moves find it. */
function RowName({ secret: { key, label, secretShortkey } }: { readonly secret: RecentSecret }) {
  const { t } = useTranslation('app');
  return (
    <Link href={paths.metadata(key)} className="secret-name">
      <span className="sr-only">{t('recent.open')}</span>{' '}
      {label === null ? (
        <code dir="ltr">{secretShortkey}</code>
      ) : (
        <>
          <bdi data-testid="label" title={label}>
            {label}
          </bdi>
          <span className="sr-only"> {secretShortkey}</span>
        </>
      )}
    </Link>
  );
}

/** The form of a label takes the focus with it when it closes; then it returns to what opened it, or to what stands there on a phone. */
function useFocusAfterDraft(
  row: React.RefObject<HTMLElement | null>,
  key: string,
  isTyping: boolean,
  { closed }: RowControls,
): void {
  useEffect(() => {
    if (isTyping || closed.current !== key) return;
    closed.current = null;
    const openers = row.current?.querySelectorAll<HTMLElement>('[data-opens-label]') ?? [];
    [...openers].find((one) => one.checkVisibility())?.focus();
  }, [row, key, isTyping, closed]);
}
