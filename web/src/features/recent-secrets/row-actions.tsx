import { ChevronDown, Flame, Info, Tag } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { LabelForm } from '../../secrets/label-form.tsx';
import { paths } from '../../site/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Link } from '../../ui/link.tsx';

interface RowActionsProps {
  readonly secret: RecentSecret;
  readonly labelling: RowLabelling;
  readonly children: ReactNode;
}

/** Each action with its name; the short key tells screen readers which row it is of. */
export function RowActions({ secret, labelling, children }: RowActionsProps) {
  const { t } = useTranslation('app');
  const { draft, onDraft, onSaved } = labelling;
  if (draft?.key === secret.key)
    return (
      <div className="mt-3">
        <LabelForm
          secret={secret.key}
          initial={draft.text}
          onType={(text) => onDraft({ key: secret.key, text })}
          onSaved={onSaved}
          onCancel={() => onDraft(null)}
        />
      </div>
    );
  return (
    <div className="-ms-2 mt-1 flex flex-wrap gap-x-1">
      {children}
      <ActionLink href={paths.metadata(secret.key)} of={secret} icon={<Info className="size-4" aria-hidden="true" />}>
        {t('recent.open')}
      </ActionLink>
      <CopyButton
        text={`${location.origin}${paths.metadata(secret.key)}`}
        label={t('recent.copy')}
        about={secret.secretShortkey}
        look="plain"
      />
      <LabelButton secret={secret} labelling={labelling} />
      {secret.state === 'NEW' && (
        <ActionLink href={paths.burn(secret.key)} of={secret} icon={<Flame className="size-4" aria-hidden="true" />}>
          {t('recent.burn')}
        </ActionLink>
      )}
    </div>
  );
}

interface StoryButtonProps {
  readonly secret: RecentSecret;
  readonly isOpen: boolean;
  readonly controls: string;
  readonly onToggle: () => void;
}

export function StoryButton({ secret, isOpen, controls, onToggle }: StoryButtonProps) {
  const { t } = useTranslation('public');
  return (
    <button
      type="button"
      className="icon-button px-2 text-ui"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      <ChevronDown className={`size-4 ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
      <span>{t('metadata.timeline')}</span> <span className="sr-only">{secret.secretShortkey}</span>
    </button>
  );
}

interface ActionLinkProps {
  readonly href: string;
  readonly of: RecentSecret;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function ActionLink({ href, of, icon, children }: ActionLinkProps) {
  return (
    <Link href={href} className="icon-button px-2 text-ui">
      {icon}
      <span>{children}</span> <span className="sr-only">{of.secretShortkey}</span>
    </Link>
  );
}

function LabelButton({ secret, labelling }: Omit<RowActionsProps, 'children'>) {
  const { t } = useTranslation('app');
  const button = useRef<HTMLButtonElement>(null);
  const { closed, onDraft } = labelling;
  useEffect(() => {
    if (closed.current !== secret.key) return;
    closed.current = null;
    button.current?.focus();
  }, [closed, secret.key]);
  return (
    <button
      type="button"
      ref={button}
      className="icon-button px-2 text-ui"
      onClick={() => onDraft({ key: secret.key, text: secret.label ?? '' })}
    >
      <Tag className="size-4" aria-hidden="true" />
      <span>{t(secret.label === null ? 'label.add' : 'label.edit')}</span>{' '}
      <span className="sr-only">{secret.secretShortkey}</span>
    </button>
  );
}

interface LabelDraft {
  readonly key: string;
  readonly text: string;
}

export type RowLabelling = ReturnType<typeof useRowLabelling>;

/** Which row is being labelled. What is typed is kept above the lists, so that it survives when its row moves to another. */
export function useRowLabelling(refresh: () => void) {
  const [draft, setDraft] = useState<LabelDraft | null>(null);
  const current = useRef<string | null>(null);
  /** The row whose form was just closed; its button takes the focus. */
  const closed = useRef<string | null>(null);
  const onDraft = (next: LabelDraft | null) => {
    if (next === null) closed.current = current.current;
    current.current = next?.key ?? null;
    setDraft(next);
  };
  const onSaved = () => {
    onDraft(null);
    refresh();
  };
  return { draft, onDraft, onSaved, closed };
}
