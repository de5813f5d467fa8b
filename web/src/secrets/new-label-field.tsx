import { type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkLabel } from '../contracts/label.ts';
import { LabelField } from './label-field.tsx';

/** The label of a secret that is about to be created; `label` holds what is typed. */
export function NewLabelField({ label }: { readonly label: RefObject<string> }) {
  const { t } = useTranslation('app');
  const id = useId();
  const [isBad, setBad] = useState(false);
  const onType = (text: string) => {
    label.current = text;
    setBad(checkLabel(text) !== null);
  };
  const error = isBad ? t('refusals.bad_label') : undefined;
  return <LabelField id={id} label={t('label.optional')} error={error} initial="" onType={onType} />;
}
