import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatNumber } from '../../i18n/format.ts';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { FactsSection, fact } from '../../ui/section.tsx';
import type { Profile } from './account.ts';

interface PlanSectionProps {
  readonly plan: Profile['plan'];
  readonly hasDomains: boolean;
  /** Null: plans are not promoted here. */
  readonly onUpgrade: (() => void) | null;
}

export function PlanSection({ plan, hasDomains, onUpgrade }: PlanSectionProps) {
  const { t, i18n } = useTranslation('app');
  const { limits, features } = plan;
  const { maxCharacters } = limits;
  const characters = t('account.plan.characters', {
    count: maxCharacters,
    n: formatNumber(maxCharacters, i18n.language),
  });
  const yesNo = (value: boolean) => (value ? t('account.plan.yes') : t('account.plan.no'));
  return (
    <FactsSection
      title={t('account.plan.title')}
      facts={[
        fact(t('account.plan.name'), <bdi className="font-medium">{plan.name}</bdi>),
        fact(t('account.plan.size'), characters),
        fact(t('account.plan.ttl'), formatDuration(limits.maxTtlSeconds, i18n.language)),
        fact(
          t('account.plan.mail'),
          features.email
            ? t('account.plan.mailText', { recipients: limits.maxRecipients, perDay: limits.mailsPerDay })
            : t('account.plan.no'),
        ),
        fact(t('account.plan.domains'), yesNo(features.customDomains)),
        fact(t('account.plan.api'), yesNo(features.api)),
      ]}
    >
      <div className="flex flex-wrap gap-3 empty:hidden">
        {hasDomains && (
          <ButtonLink href={paths.domains} className="max-sm:w-full">
            <Globe className="size-5" strokeWidth={1.75} aria-hidden="true" />
            {t('account.plan.manageDomains')}
          </ButtonLink>
        )}
        {onUpgrade !== null && !features.customDomains && (
          <ActionButton className="max-sm:w-full" aria-haspopup="dialog" onClick={onUpgrade}>
            {t('account.plan.upgrade')}
          </ActionButton>
        )}
      </div>
    </FactsSection>
  );
}
