import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import type { Delivery } from '../../secrets/metadata.ts';
import { Moment } from '../../ui/moment.tsx';

const looks = {
  queued: { Icon: Clock, colour: 'text-text-3' },
  sent: { Icon: CircleCheck, colour: 'text-success' },
  failed: { Icon: CircleAlert, colour: 'text-danger' },
  suppressed: { Icon: CircleSlash, colour: 'text-text-3' },
} as const;

/** What became of each mail with the link, in the order of the recipients; in icon, word and colour. */
export function DeliveryList({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t, i18n } = useTranslation('public');
  return (
    <ul data-testid="deliveries">
      {deliveries.map(({ status, at }, place) => {
        const { Icon, colour } = looks[status];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the recipients is all that names a mail
          <li key={place} className="flex flex-wrap items-center gap-x-2">
            <Icon className={`size-5 shrink-0 ${colour}`} strokeWidth={1.75} aria-hidden="true" />
            <span>{t(`metadata.deliveryWords.${status}`)}</span>
            <span className="text-small text-text-2">
              <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
