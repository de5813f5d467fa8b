import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { AddDomainForm } from '../features/manage-domains/add-domain-form.tsx';
import { paths } from '../site/paths.ts';
import { DomainsGate } from './domains-gate.tsx';

export function AddDomainPage() {
  const { t } = useTranslation(['core', 'app']);
  const navigate = useNavigate();
  return (
    <DomainsGate heading={<PageTitle page="addDomain" />}>
      <p className="text-text-2">{t('app:domains.addText')}</p>
      <div className="card">
        <AddDomainForm onAdded={(host) => void navigate(paths.verifyDomain(host))} />
      </div>
    </DomainsGate>
  );
}
