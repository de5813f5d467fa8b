import { ChevronDown, Ellipsis, Flame, type LucideIcon, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { paths } from '../../site/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { RowControls } from './row-controls.ts';

export interface RowActionsProps {
  readonly secret: RecentSecret;
  readonly controls: RowControls;
}

/** Each action with its name, where somebody points at the row or stands in it; the short key tells screen readers which row it is of. */
export function RowActions({ secret, controls, story }: RowActionsProps & Pick<StoryButtonProps, 'story'>) {
  return (
    <div className="secret-actions">
      <StoryButton of={secret} story={story} onToggle={() => controls.toggleStory(secret.key)} />
      <CopyLink secret={secret} />
      <LabelButton secret={secret} onClick={() => controls.onDraft({ key: secret.key, text: secret.label ?? '' })} />
      {secret.state === 'NEW' && <BurnButton of={secret} onClick={() => controls.ask('burn', [secret.key])} />}
    </div>
  );
}

/** Stands for the actions where nothing can be pointed at: on phones and tablets. */
export function RowMenuButton({ secret, controls }: RowActionsProps) {
  const { t } = useTranslation('app');
  return (
    <button
      type="button"
      className="icon-button secret-menu"
      aria-haspopup="dialog"
      aria-label={`${t('recent.actions')} ${secret.secretShortkey}`}
      data-opens-label
      onClick={() => controls.ask('actions', [secret.key])}
    >
      <Ellipsis className="size-5" aria-hidden="true" />
    </button>
  );
}

interface StoryButtonProps {
  readonly of: RecentSecret;
  /** Without an id, what it opens is not beside it. */
  readonly story: { readonly isOpen: boolean; readonly id?: string };
  readonly onToggle: () => void;
}

export function StoryButton({ of, story: { isOpen, id }, onToggle }: StoryButtonProps) {
  const { t } = useTranslation('public');
  return (
    <button
      type="button"
      className="icon-button px-2 text-ui"
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={onToggle}
    >
      <Named of={of} icon={ChevronDown} className={isOpen ? 'rotate-180' : ''}>
        {t('metadata.timeline')}
      </Named>
    </button>
  );
}

export function CopyLink({ secret: { key, secretShortkey } }: { readonly secret: RecentSecret }) {
  const { t } = useTranslation('app');
  const text = `${location.origin}${paths.metadata(key)}`;
  return <CopyButton text={text} label={t('recent.copy')} about={secretShortkey} look="plain" />;
}

export function LabelButton({ secret, onClick }: { readonly secret: RecentSecret; readonly onClick: () => void }) {
  const { t } = useTranslation('app');
  return (
    <button type="button" className="icon-button px-2 text-ui" data-opens-label onClick={onClick}>
      <Named of={secret} icon={Tag}>
        {t(secret.label === null ? 'label.add' : 'label.edit')}
      </Named>
    </button>
  );
}

export function BurnButton({ of, onClick }: { readonly of: RecentSecret; readonly onClick: () => void }) {
  const { t } = useTranslation('app');
  return (
    <button type="button" className="icon-button px-2 text-ui" aria-haspopup="dialog" onClick={onClick}>
      <Named of={of} icon={Flame}>
        {t('recent.burn')}
      </Named>
    </button>
  );
}

interface NamedProps {
  readonly of: RecentSecret;
  readonly icon: LucideIcon;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Named({ of, icon: Icon, className = '', children }: NamedProps) {
  return (
    <>
      <Icon className={`size-4 shrink-0 ${className}`} aria-hidden="true" />
      <span>{children}</span> <span className="sr-only">{of.secretShortkey}</span>
    </>
  );
}
