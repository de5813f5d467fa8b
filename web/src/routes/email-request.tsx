import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { checkEmail } from '../contracts/credentials.ts';
import { api } from '../lib/calls/api.ts';
import { refuseAll } from '../lib/calls/refuse.ts';
import { textIn } from '../lib/use-submit.ts';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { Around } from '../ui/around.tsx';
import { FieldForm } from '../ui/field-form.tsx';
import { TextLink } from '../ui/link.tsx';
import { EmailField } from '../ui/text-field.tsx';

interface EmailRequestProps {
  readonly page: 'forgot' | 'resendVerification';
  readonly id: string;
  /** Of the call that takes the address. */
  readonly path: string;
  readonly text: string;
  /** What is said once it was asked for; the address stands where the line breaks. */
  readonly sent: string;
  readonly submit: { readonly label: string; readonly busy: string };
  /** What the person typed on the page before. */
  readonly known?: string;
}

/** Asks for an email address; the answer is the same for every address. */
export function EmailRequest({ page, id, path, text, sent, submit, known = '' }: EmailRequestProps) {
  const { t } = useTranslation('public');
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const send = async (fields: FormData) => {
    const email = textIn(fields, 'email').trim();
    refuseAll(checkEmail(email));
    await api({ path, form: { email } });
    setAskedFor(email);
  };
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <PageTitle key={askedFor === null ? 'form' : 'mail'} page={page}>
        {askedFor === null ? undefined : t('checkMail.heading')}
      </PageTitle>
      {askedFor === null ? (
        <>
          <p className="text-text-2">{text}</p>
          <FieldForm
            fields={{ email: { id, label: t('signIn.email'), blamedFor: ['bad_email'] } }}
            send={send}
            submit={submit}
          >
            {(field) => <EmailField {...field('email')} defaultValue={known} />}
          </FieldForm>
        </>
      ) : (
        <p>
          <Around text={sent}>
            <bdi className="font-semibold">{askedFor}</bdi>
          </Around>
        </p>
      )}
      {pageData().authentication.signin && (
        <p className="text-ui">
          <TextLink href={paths.signIn}>{t('forgot.back')}</TextLink>
        </p>
      )}
    </div>
  );
}
