import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { DomainDetail } from './domain-states.ts';

interface DnsRecord {
  readonly type: 'TXT' | 'CNAME' | 'ALIAS' | 'A' | 'AAAA';
  readonly name: string;
  readonly value: string;
}

/** The records to enter at the DNS provider, each with copy buttons. Names are relative to the zone. */
export function DnsRecords({ domain }: { domain: DomainDetail }) {
  const { t } = useTranslation('app');
  return (
    <div className="flex flex-col gap-2 overflow-x-auto">
      <p className="text-small text-text-2">
        {t('domains.zone')} <bdi dir="ltr">{domain.baseDomain}</bdi>
      </p>
      {/* Stacked on narrow screens, where each cell carries its label. */}
      <table className="w-full text-start text-ui max-md:block" data-testid="dns-records">
        <caption className="sr-only">{t('domains.records')}</caption>
        <thead className="max-md:sr-only">
          <tr className="text-small text-text-2">
            {(['type', 'name', 'value'] as const).map((column) => (
              <th key={column} scope="col" className="pe-4 pb-2 text-start font-medium whitespace-nowrap">
                {t(`domains.record.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {recordsOf(domain).map((record) => (
            <tr key={record.type + record.value} className="border-t border-border max-md:block max-md:py-2">
              <th scope="row" className={`${cell} text-start font-medium whitespace-nowrap`}>
                <bdi dir="ltr">{record.type}</bdi>
              </th>
              {(['name', 'value'] as const).map((part) => (
                <td key={part} className={cell}>
                  <CopyCell record={record} part={part} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cell = 'py-2 pe-4 align-top max-md:block max-md:py-1';

function CopyCell({ record, part }: { record: DnsRecord; part: 'name' | 'value' }) {
  const { t } = useTranslation('app');
  const text = record[part];
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="text-small text-text-2 md:hidden">{t(`domains.record.${part}`)}</span>
      <code dir="ltr" className="text-start">
        {text}
      </code>
      <CopyButton
        text={text}
        label={t(part === 'name' ? 'domains.copyName' : 'domains.copyValue', { type: record.type })}
      />
    </span>
  );
}

/** At an apex there can be no CNAME: addresses as soon as they are known, and until then an alias. */
function recordsOf(domain: DomainDetail): DnsRecord[] {
  const { cnameTarget, addressTargets, isApex } = domain;
  const name = domain.trd ?? '@';
  const proof: DnsRecord = { type: 'TXT', name: domain.txtHost, value: domain.txtValue };
  if (cnameTarget !== null && !isApex) return [proof, { type: 'CNAME', name, value: cnameTarget }];
  if (cnameTarget !== null && addressTargets.length === 0) return [proof, { type: 'ALIAS', name, value: cnameTarget }];
  return [proof, ...addressTargets.map((value) => ({ type: typeOf(value), name, value }))];
}

function typeOf(address: string): 'A' | 'AAAA' {
  return address.includes(':') ? 'AAAA' : 'A';
}
