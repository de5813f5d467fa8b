import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { forgetGenerated, generatedValue } from '../../secrets/created-here.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The generated password, from this tab's memory, once. */
export function GeneratedValue({ value }: { value: string }) {
  const { t } = useTranslation('public');
  const id = useId();
  return (
    <section className="card flex flex-col gap-4" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('metadata.generated')}</h2>
      <div className="flex flex-wrap items-start gap-3">
        <input
          className="field field-mono min-w-0 flex-[1_1_220px] text-start"
          aria-labelledby={`${id}-title`}
          dir="ltr"
          readOnly
          autoComplete="off"
          spellCheck={false}
          value={value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={value} label={t('metadata.copyPassword')} />
      </div>
      <Notice kind="warning">{t('metadata.generatedWarning')}</Notice>
    </section>
  );
}

/** The generated value while the page that first shows it stays open. Leaving, in any way, forgets it. */
export function useGeneratedValue(metadataKey: string): string | null {
  const [value, setValue] = useState(() => generatedValue(metadataKey));
  useEffect(() => {
    const forget = () => {
      forgetGenerated(metadataKey);
      flushSync(() => setValue(null));
    };
    window.addEventListener('pagehide', forget);
    return () => {
      window.removeEventListener('pagehide', forget);
      forgetGenerated(metadataKey);
    };
  }, [metadataKey]);
  return value;
}
