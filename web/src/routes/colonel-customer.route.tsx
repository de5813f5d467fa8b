import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { AccountFacts, EmailFacts, SecretFacts } from '../features/colonel-customer/customer-sections.tsx';
import { ManageSection, SessionFacts } from '../features/colonel-customer/manage-section.tsx';
import { customerOperation } from '../gql/operations/customer.generated.ts';
import { paths } from '../site/paths.ts';
import { ButtonLink, TextLink } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Answer } from '../ui/query-state.tsx';
import { NotFoundPage } from './not-found.route.tsx';

export function ColonelCustomerPage() {
  const { t } = useTranslation(['core', 'colonel']);
  const { customerId = '' } = useParams();
  const customer = useQuery(customerOperation, {
    variables: { id: customerId },
  });
  if (customer.data?.customer === null)
    return (
      <NotFoundPage>
        <p>{t('colonel:customer.unknown')}</p>
        <p>
          <ButtonLink href={paths.colonelCustomers}>{t('colonel:frame.sections.customers')}</ButtonLink>
        </p>
      </NotFoundPage>
    );
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelCustomer" />
      <Answer of={customer} rows={6} isKept>
        {({ customer: shown, plans }) =>
          shown !== null && (
            <>
              {shown.isDisabled && <Notice kind="warning">{t('colonel:customer.disabled')}</Notice>}
              <AccountFacts customer={shown} />
              {shown.recentCounts !== null && <SecretFacts counts={shown.recentCounts} />}
              {shown.emails !== null && <EmailFacts emails={shown.emails} />}
              <SessionFacts customer={shown} />
              <ManageSection customer={shown} plans={plans} onChanged={customer.refetch} />
            </>
          )
        }
      </Answer>
      <p className="text-ui">
        <TextLink href={paths.colonel}>{t('colonel:customer.back')}</TextLink>
      </p>
    </div>
  );
}
