import { useTranslation } from 'react-i18next';
import type { AuditChainStatusQuery } from '../../gql/operations.generated.ts';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** Whether the newest entries are as they were written: a quiet line, or a red bar that names both neighbours. */
export function ChainLine({ status }: { readonly status: AuditChainStatusQuery['auditChainStatus'] }) {
  const { t, i18n } = useTranslation('colonel');
  const { t: core } = useTranslation('core');
  const { broken, checked, signed } = status;
  if (broken !== null) {
    const { entry, before } = broken;
    return (
      <Notice kind="error" title={core('alert.error')}>
        <p>{before === null ? t('audit.chain.brokenFirst', { entry }) : t('audit.chain.broken', { entry, before })}</p>
      </Notice>
    );
  }
  return (
    <p className="text-small text-text-2">
      {t('audit.chain.sound', { count: checked, n: formatNumber(checked, i18n.language) })}{' '}
      {signed === null
        ? t('audit.chain.unsigned')
        : t('audit.chain.signed', {
            number: formatNumber(signed.number, i18n.language),
            at: formatMoment(signed.at, i18n.language),
            hash: signed.hash.slice(0, 16),
          })}
    </p>
  );
}
