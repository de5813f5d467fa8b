import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageData } from '../../site/page-data.ts';
import { readChoice, storeChoice } from '../../site/stored-choice.ts';
import { FieldNotes } from '../../ui/field-notes.tsx';

/** Where a customer's link may go, and on which of their hosts. */
export interface SecretDelivery {
  readonly allowsRecipient: boolean;
  /** Verified hosts; null: domains are off, or the plan has none. */
  readonly domains: readonly string[] | null;
  readonly siteHost: string;
  /** The host chosen last time. */
  readonly chosenDomain: string;
  readonly onDomain: (host: string) => void;
}

interface RecipientFieldProps {
  readonly id: string;
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly error: ReactNode;
  readonly onChange: (address: string) => void;
}

/** Who gets the link by email: for customers only, and optional. */
export function RecipientField({ id, value, isReadOnly, error, onChange }: RecipientFieldProps) {
  const { t } = useTranslation('public');
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {t('form.recipientLabel')}
      </label>
      <input
        id={id}
        className="field"
        name="recipient[]"
        type="email"
        dir="ltr"
        autoComplete="off"
        value={value}
        readOnly={isReadOnly}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FieldNotes id={id} hint={t('form.recipientHint')} error={error} />
    </div>
  );
}

interface ShareDomainSelectProps {
  readonly domains: readonly string[];
  readonly siteHost: string;
  readonly chosenDomain: string;
  readonly isReadOnly: boolean;
  readonly onDomain: (host: string) => void;
}

/** The host of the share link: this site, or one of the customer's verified domains. */
export function ShareDomainSelect(props: ShareDomainSelectProps) {
  const { t } = useTranslation('public');
  const id = useId();
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {t('form.domainLabel')}
      </label>
      <select
        id={id}
        className="field"
        name="share_domain"
        dir="ltr"
        value={props.chosenDomain}
        aria-disabled={props.isReadOnly || undefined}
        onChange={(event) => !props.isReadOnly && props.onDomain(event.currentTarget.value)}
      >
        <option value="">{props.siteHost}</option>
        {props.domains.map((host) => (
          <option key={host} value={host}>
            {host}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What the customer's plan adds to the form; undefined for visitors. The chosen host is remembered. */
export function useCustomerDelivery(): SecretDelivery | undefined {
  const { cust, domainsEnabled, customDomains, siteHost } = pageData();
  const [chosen, setChosen] = useState(() => readChoice('selectedDomain') ?? '');
  if (cust === null) return undefined;
  return {
    allowsRecipient: cust.plan.email,
    domains: domainsEnabled && cust.plan.customDomains ? customDomains : null,
    siteHost,
    // A host that no longer belongs to the customer is neither offered nor sent.
    chosenDomain: customDomains.includes(chosen) ? chosen : '',
    onDomain: (host: string) => {
      setChosen(host);
      storeChoice('selectedDomain', host === '' ? null : host);
    },
  };
}
