import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { auditCoverOperation } from '../../gql/operations/audit-cover.generated.ts';
import type { AuditCoverQuery } from '../../gql/operations.generated.ts';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import type { TrailEntry } from './audit-address.ts';

export type CoveredPlace = AuditCoverQuery['auditCover'][number];

/** Which block covers a place of a log. */
export function BlockWords({ place: { block } }: { readonly place: Pick<CoveredPlace, 'block'> }) {
  const { t, i18n } = useTranslation('colonel');
  if (block === null) return t('audit.lookUp.uncovered');
  return t('audit.lookUp.block', {
    log: block.log,
    number: formatNumber(block.number, i18n.language),
    events: formatNumber(block.events, i18n.language),
    at: formatMoment(Math.floor(Date.parse(block.at) / 1000), i18n.language),
  });
}

/** The same of an entry, once it is known. */
export function BlockOfEntry({ entry: { log, position } }: { readonly entry: TrailEntry }) {
  const { data } = useQuery(auditCoverOperation, { variables: { reference: position }, fetchPolicy: 'no-cache' });
  const place = data?.auditCover.find((each) => each.log === log);
  return place === undefined ? null : <BlockWords place={place} />;
}
