import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asciiHost } from '../../contracts/domain.ts';
import { addDomainOperation } from '../../gql/domains.operations.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { useKeptState } from '../../session/kept-text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

const fieldId = 'add-domain';
const blaming = new Set(['empty_domain', 'bad_domain', 'duplicate_domain']);

/** A host such as `once.example.com`; for names in other scripts their punycode is shown. */
export function AddDomainForm({ onAdded }: { onAdded: (host: string) => void }) {
  const { t, i18n } = useTranslation('app');
  const [typed, setTyped] = useKeptState('domain', '');
  const [asked, setAsked] = useState('');
  const send = useCallback(async () => {
    setAsked(typed);
    if (typed.trim() === '') refuse('empty_domain');
    const { addDomain } = await mutate(addDomainOperation, { input: { domain: typed.trim() } });
    onAdded(accepted(addDomain).domain.host);
  }, [typed, onAdded]);
  const { isBusy, error, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const isBlamed = blaming.has(codeOf(error) ?? '');
  const ascii = asciiHost(typed);
  const label = t('domains.host');
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <ProblemNotice problem={problem} field={isBlamed ? { id: fieldId, label } : undefined} />
      <TextField
        id={fieldId}
        label={label}
        name="domain"
        inputMode="url"
        autoComplete="off"
        maxLength={300}
        defaultValue={typed}
        hint={t('domains.hostHint')}
        error={isBlamed && asked === typed ? problem?.text : undefined}
        isReadOnly={isBusy}
        onChange={setTyped}
      />
      <p role="status" className="text-small text-text-2" data-testid="punycode">
        {ascii !== null && ascii !== typed.trim().toLowerCase() && (
          <>
            {t('domains.punycode')} <code dir="ltr">{ascii}</code>
          </>
        )}
      </p>
      <ActionButton look="primary" type="submit" className="self-start max-sm:w-full" isOff={isBusy}>
        {isBusy ? t('account.busy') : t('domains.add')}
      </ActionButton>
    </form>
  );
}
