import { useId } from 'react';
import { useTranslation } from 'react-i18next';

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
