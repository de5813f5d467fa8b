import { useQuery } from '@apollo/client/react';
import { Tag } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphClient } from '../../gql/graph-client.tsx';
import { secretLabelOperation } from '../../gql/operations/secret-label.generated.ts';
import { LabelForm } from '../../secrets/label-form.tsx';
import { type Labelling, labellingOf } from '../../secrets/save-label.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { QueryProblem } from '../../ui/query-state.tsx';

export function OwnerLabel({ metadataKey }: { metadataKey: string }) {
  const { t } = useTranslation('app');
  const id = useId();
  const [labelling] = useState(() => labellingOf(metadataKey));
  return (
    <section className="card flex min-h-28 flex-col gap-3" aria-labelledby={id}>
      <h2 id={id} className="flex items-center gap-2">
        <Tag className="size-5" strokeWidth={1.75} aria-hidden="true" />
        {t('label.field')}
      </h2>
      {labelling === null ? (
        <StoredLabel metadataKey={metadataKey} />
      ) : (
        <LabelOnItsWay metadataKey={metadataKey} labelling={labelling} />
      )}
    </section>
  );
}

function StoredLabel({ metadataKey }: { metadataKey: string }) {
  const { data, error, refetch } = useQuery(secretLabelOperation, {
    client: graphClient,
    variables: { key: metadataKey },
    fetchPolicy: 'network-only',
  });
  if (data !== undefined) return <EditableLabel metadataKey={metadataKey} known={data.metadata?.label ?? null} />;
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void refetch()} />;
  return <Waiting />;
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <p aria-busy="true" className="flex min-h-11 items-center">
      <span className="sr-only">{t('busy.loading')}</span>
      <span className="h-4 w-1/2 skeleton" />
    </p>
  );
}

type Outcome = { readonly label: string | null } | { readonly error: unknown };

/** A label that was typed with the secret is being kept; if that fails, what was typed is there to be tried again. */
function LabelOnItsWay({ metadataKey, labelling }: { metadataKey: string; labelling: Labelling }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    labelling.answer.then(
      (label) => setOutcome({ label }),
      (error: unknown) => setOutcome({ error }),
    );
  }, [labelling]);
  if (outcome === null) return <Waiting />;
  if ('label' in outcome) return <EditableLabel metadataKey={metadataKey} known={outcome.label} />;
  return (
    <>
      <ProblemNotice error={outcome.error} />
      <EditableLabel metadataKey={metadataKey} known={null} draft={labelling.text} />
    </>
  );
}

/** `draft` was typed before and is not kept yet. */
function EditableLabel(props: { metadataKey: string; known: string | null; draft?: string }) {
  const { metadataKey, known, draft } = props;
  const { t } = useTranslation('app');
  const [label, setLabel] = useState(known);
  const [isEditing, setEditing] = useState(draft !== undefined);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const onSaved = (kept: string | null) => {
    setLabel(kept);
    setEditing(false);
  };
  if (isEditing)
    return (
      <LabelForm
        secret={metadataKey}
        initial={draft ?? label ?? ''}
        onSaved={onSaved}
        onCancel={() => setEditing(false)}
      />
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {label === null ? (
        <p className="text-ui text-text-2">{t('label.hint')}</p>
      ) : (
        <p data-testid="label" className="min-w-0 wrap-anywhere">
          <bdi>{label}</bdi>
        </p>
      )}
      <ActionButton ref={button} onClick={() => setEditing(true)}>
        {t(label === null ? 'label.add' : 'label.edit')}
      </ActionButton>
    </div>
  );
}
