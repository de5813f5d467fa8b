import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { secretLimits } from '../contracts/secret-limits.ts';
import { useCaptcha } from '../features/solve-captcha/use-captcha.tsx';
import { IncomingForm } from '../features/submit-incoming/incoming-form.tsx';
import { pageData } from '../site/page-data.ts';
import { NotFoundPage } from './not-found.route.tsx';

/** "Support Details": a secret for the support desk. If the operator has not set one up, there is no such page. */
export function IncomingPage() {
  const { t } = useTranslation(['core', 'public']);
  const data = pageData();
  const recipient = data.incomingRecipient;
  const captcha = useCaptcha({ isExpected: false });
  if (recipient === null) return <NotFoundPage />;
  return (
    <div className="mx-auto flex max-w-home flex-col gap-6">
      <div className="flex flex-col gap-3">
        <PageTitle page="incoming" />
        <p className="text-text-2">{t('public:incoming.hint')}</p>
      </div>
      <div className="card">
        <IncomingForm
          recipient={recipient}
          maxCharacters={secretLimits(data).maxCharacters}
          ticketExample={data.incomingTicketExample}
          captcha={captcha}
        />
      </div>
    </div>
  );
}
