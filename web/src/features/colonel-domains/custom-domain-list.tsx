import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OperatorDialog } from '../../colonel/operator-dialog.tsx';
import { mutate } from '../../gql/mutate.ts';
import { removeCustomDomainOperation } from '../../gql/operations/remove-custom-domain.generated.ts';
import { formatMoment } from '../../i18n/format.ts';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { CustomDomainRow } from './domain-filter.tsx';

interface CustomDomainListProps {
  readonly rows: readonly CustomDomainRow[];
  /** How a domain stands, in the words that its owner reads. */
  readonly stateOf: (domain: CustomDomainRow['domain']) => ReactNode;
  readonly onRemoved: () => void;
}

export function CustomDomainList({ rows, stateOf, onRemoved }: CustomDomainListProps) {
  const { t, i18n } = useTranslation('colonel');
  const [wanted, setWanted] = useState<CustomDomainRow['domain'] | null>(null);
  const when = (at: number) => formatMoment(at, i18n.language);
  return (
    <>
      <ul className="card flex flex-col divide-y divide-border py-2">
        {rows.map(({ customerId, domain }) => (
          <li key={domain.id} data-domain={domain.host} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="me-auto min-w-0">
              <p className="font-medium break-all">
                <bdi>{domain.displayDomain}</bdi>
              </p>
              {domain.displayDomain !== domain.host && (
                <p className="text-small text-text-2 break-all">
                  <bdi dir="ltr">{domain.host}</bdi>
                </p>
              )}
              {stateOf(domain)}
              <p className="mt-1 flex flex-wrap gap-x-4 text-small text-text-2">
                <TextLink
                  href={paths.colonelCustomer(customerId)}
                  aria-label={t('domains.ownerLabel', { domain: domain.displayDomain })}
                >
                  {t('domains.owner')}
                </TextLink>
                <Moment unixSeconds={domain.created} text={t('domains.added', { when: when(domain.created) })} />
                {domain.lastChecked === null ? (
                  <span>{t('domains.never')}</span>
                ) : (
                  <Moment
                    unixSeconds={domain.lastChecked}
                    text={t('domains.checked', { when: when(domain.lastChecked) })}
                  />
                )}
              </p>
            </div>
            <ActionButton
              look="text-danger"
              aria-haspopup="dialog"
              aria-label={t('domains.removeLabel', { domain: domain.displayDomain })}
              onClick={() => setWanted(domain)}
            >
              {t('domains.remove')}
            </ActionButton>
          </li>
        ))}
      </ul>
      {wanted !== null && (
        <OperatorDialog
          title={t('domains.removeTitle', { domain: wanted.displayDomain })}
          text={t('domains.removeText')}
          submit={t('domains.remove')}
          done={t('domains.removed', { domain: wanted.displayDomain })}
          id={wanted.id}
          run={async (given) =>
            (await mutate(removeCustomDomainOperation, { input: { id: wanted.id, ...given } })).removeCustomDomain
          }
          onClose={() => setWanted(null)}
          onDone={onRemoved}
        />
      )}
    </>
  );
}
