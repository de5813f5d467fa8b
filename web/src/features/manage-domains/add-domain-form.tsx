import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asciiHost } from '../../contracts/domain.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import { addDomainOperation } from '../../gql/operations/add-domain.generated.ts';
import { refuse } from '../../lib/calls/refuse.ts';
import { useKeptField, useTakenText } from '../../session/kept-text.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** A host such as `once.example.com`; for names in other scripts their punycode is shown. */
export function AddDomainForm({ onAdded }: { onAdded: (host: string) => void }) {
  const { t } = useTranslation('app');
  const [typed, setTyped] = useState(useTakenText('domain') ?? '');
  useKeptField('domain', typed);
  const ascii = asciiHost(typed);
  const send = async () => {
    if (typed.trim() === '') refuse('empty_domain');
    if (ascii === null) refuse('bad_domain');
    const { addDomain } = await mutate(addDomainOperation, { input: { domain: typed.trim() } });
    onAdded(accepted(addDomain).domain.host);
  };
  return (
    <FieldForm
      place="card"
      fields={{
        host: {
          id: 'add-domain',
          label: t('domains.host'),
          blamedFor: ['empty_domain', 'bad_domain', 'duplicate_domain'],
        },
      }}
      send={send}
      submit={{ label: t('domains.add'), busy: t('account.busy') }}
    >
      {(field) => (
        <>
          <TextField
            {...field('host')}
            name="domain"
            inputMode="url"
            autoComplete="off"
            maxLength={1000}
            defaultValue={typed}
            hint={t('domains.hostHint')}
            onChange={setTyped}
          />
          <p role="status" className="text-small text-text-2" data-testid="punycode">
            {ascii !== null && ascii !== typed.trim().toLowerCase() && (
              <>
                {t('domains.punycode')} <code dir="ltr">{ascii}</code>
              </>
            )}
          </p>
        </>
      )}
    </FieldForm>
  );
}
