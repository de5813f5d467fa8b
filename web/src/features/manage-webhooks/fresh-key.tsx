import { useTranslation } from 'react-i18next';
import { ShownOnce } from '../../ui/shown-once.tsx';

/** A new signing key. It exists only as long as this component does. */
export function FreshKey({ secret, onKept }: { readonly secret: string; readonly onKept: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <ShownOnce
      key={secret}
      title={t('fresh.title')}
      text={t('fresh.text')}
      copy={{ text: secret, label: t('fresh.copy') }}
      kept={t('fresh.kept')}
      onKept={onKept}
    >
      <code dir="ltr" className="block text-start wrap-anywhere" data-testid="fresh-key">
        {secret}
      </code>
    </ShownOnce>
  );
}
