import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Modal } from '../../ui/modal.tsx';
import { BurnButton, CopyLink, LabelButton, Named, type RowActionsProps, StoryButton } from './row-actions.tsx';

/** The same actions in a dialog. Whatever does not stay in it closes it first, so that the focus goes on from the row. */
export function RowMenu({ secret, isOpen, controls }: RowActionsProps & { readonly isOpen: boolean }) {
  const { key, label, secretShortkey } = secret;
  const then = (act: () => void) => () => {
    controls.answer();
    act();
  };
  return (
    <Modal title={label ?? secretShortkey} startsAtTitle onClose={controls.answer}>
      <div className="mt-3 flex flex-col items-start gap-1">
        <OpenLink of={secret} />
        <StoryButton of={secret} story={{ isOpen }} onToggle={then(() => controls.toggleStory(key))} />
        <CopyLink secret={secret} />
        <LabelButton secret={secret} onClick={then(() => controls.onDraft({ key, text: label ?? '' }))} />
        {secret.state === 'NEW' && <BurnButton of={secret} onClick={() => controls.ask('burn', [key])} />}
      </div>
    </Modal>
  );
}

function OpenLink({ of }: { readonly of: RecentSecret }) {
  const { t } = useTranslation('app');
  return (
    <Link href={paths.metadata(of.key)} className="icon-button px-2 text-ui">
      <Named of={of} icon={Info}>
        {t('recent.open')}
      </Named>
    </Link>
  );
}
