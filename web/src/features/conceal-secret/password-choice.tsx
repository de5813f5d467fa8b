import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadedOnDemand } from '../../ui/on-demand.tsx';

const PasswordOptions = loadedOnDemand(async () => (await import('./password-options.tsx')).PasswordOptions);

interface PasswordChoiceProps {
  readonly isReadOnly: boolean;
  /** The password that "Generate password" will use; null while the options are closed, when the server makes one. */
  readonly onMade: (password: string | null) => void;
}

/** Options for the generated password, behind one line. */
export function PasswordChoice({ isReadOnly, onMade }: PasswordChoiceProps) {
  const { t, i18n } = useTranslation('public');
  const [isOpen, setOpen] = useState(false);
  const toggle = (opened: boolean) => {
    setOpen(opened);
    if (!opened) onMade(null);
  };
  return (
    <details className="disclosure" onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>{t('form.options.heading')}</summary>
      <div className="ps-7 pb-3 text-ui">
        {isOpen && (
          <Suspense fallback={<p>{i18n.t('busy.loading')}</p>}>
            <PasswordOptions isReadOnly={isReadOnly} onMade={onMade} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
