import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Guards, protectionOf } from './protection.ts';
import { sectionIds } from './section-ids.ts';

/** How well the account is protected, in one line, and the way to what would help most. */
export function ProtectionLine({ guards }: { readonly guards: Guards }) {
  const { t } = useTranslation('app');
  const { tone, state, next } = protectionOf(guards);
  const links = {
    turnOn: { to: sectionIds.twoStep, text: t('account.twoStep.enable') },
    renew: { to: sectionIds.twoStep, text: t('account.twoStep.renew') },
    sessions: { to: sectionIds.sessions, text: t('account.protection.sessions') },
  };
  const link = next === null ? null : links[next];
  return (
    <Notice kind={tone}>
      <p data-protection={state}>
        {t(`account.protection.${state}`, { left: guards.recoveryCodesLeft })}{' '}
        {link !== null && <TextLink href={`#${link.to}`}>{link.text}</TextLink>}
      </p>
    </Notice>
  );
}
