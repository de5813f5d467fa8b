import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { useSubmit } from '../lib/use-submit.ts';
import { signOutHere } from '../session/sign-out.ts';
import { paths } from '../site/paths.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ButtonLink } from '../ui/link.tsx';

/** Asks before signing out: a link from another site must not be enough. */
export function SignOutPage() {
  const { t } = useTranslation(['core', 'public']);
  const { isBusy, onSubmit } = useSubmit(signOutHere);
  return (
    <form className="mx-auto flex max-w-narrow flex-col gap-5" onSubmit={onSubmit}>
      <PageTitle page="signOut" />
      <p>{t('public:signOut.text')}</p>
      <div className="flex flex-wrap gap-3">
        <ActionButton look="primary" type="submit" className="max-sm:w-full" isOff={isBusy}>
          {t('header.logout')}
        </ActionButton>
        <ButtonLink href={paths.home} className="max-sm:w-full">
          {t('public:signOut.stay')}
        </ButtonLink>
      </div>
    </form>
  );
}
