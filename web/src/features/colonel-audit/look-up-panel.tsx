import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askOnce } from '../../gql/mutate.ts';
import { auditCoverOperation } from '../../gql/operations/audit-cover.generated.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QueryProblem } from '../../ui/query-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type AuditAddress, timesOf } from './audit-address.ts';
import { BlockWords, type CoveredPlace } from './block-words.tsx';
import { Code, EntryTime } from './entry-words.tsx';

type Answer = { readonly places: readonly CoveredPlace[] } | { readonly error: unknown };

/** What is kept about an event, and which block covers it. */
export function LookUpPanel({ address }: { readonly address: AuditAddress }) {
  const { t } = useTranslation('colonel');
  const [reference, setReference] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const asked = useRef(0);
  const ask = () => {
    asked.current += 1;
    const question = asked.current;
    // Answers may overtake each other.
    const tell = (found: Answer) => question === asked.current && setAnswer(found);
    const { from, to } = timesOf(address, Math.floor(Date.now() / 1000));
    askOnce(auditCoverOperation, { reference: reference.trim(), from, to }).then(
      ({ auditCover: places }) => tell({ places }),
      (error: unknown) => tell({ error }),
    );
  };
  const lookUp = (event: FormEvent) => {
    event.preventDefault();
    if (reference.trim() !== '') ask();
  };
  return (
    <section aria-label={t('audit.lookUp.title')} className="flex flex-col gap-3">
      <form className="audit-ask" onSubmit={lookUp}>
        <TextField
          label={t('audit.lookUp.reference')}
          value={reference}
          onChange={setReference}
          maxLength={200}
          isMono
          autoComplete="off"
          required
        />
        <ActionButton type="submit">{t('audit.lookUp.submit')}</ActionButton>
      </form>
      <p className="text-small text-text-3">{t('audit.lookUp.hint')}</p>
      <div role="status">
        {answer !== null && 'places' in answer && <Places places={answer.places} />}
        {answer !== null && 'error' in answer && <QueryProblem error={answer.error} onRetry={ask} />}
      </div>
    </section>
  );
}

function Places({ places }: { readonly places: readonly CoveredPlace[] }) {
  const { t } = useTranslation('colonel');
  if (places.length === 0) return <p>{t('audit.lookUp.unknown')}</p>;
  return (
    <ul className="flex flex-col divide-y divide-border">
      {places.map((place) => (
        <li key={`${place.log} ${place.position}`} className="flex flex-col gap-1 py-2 text-ui">
          {place.entry === null ? (
            <p>{t('audit.lookUp.gone', { log: place.log })}</p>
          ) : (
            <p className="flex flex-wrap gap-x-4">
              <Code>{place.entry.action}</Code>
              <EntryTime entry={place.entry} />
            </p>
          )}
          <p className="text-text-2">
            <BlockWords place={place} />
          </p>
        </li>
      ))}
    </ul>
  );
}
