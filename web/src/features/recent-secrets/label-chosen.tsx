import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { checkLabel } from '../../contracts/label.ts';
import { announce } from '../../lib/announcer.ts';
import { refuse } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { LabelField } from '../../secrets/label-form.tsx';
import { saveLabel } from '../../secrets/save-label.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { RowControls } from './row-controls.ts';
import { ChosenRows, useEachChosen } from './use-each-chosen.tsx';

interface LabelChosenProps {
  readonly secrets: readonly RecentSecret[];
  readonly controls: RowControls;
}

/** Gives the chosen secrets one label. What is typed stays until each of them has it. */
export function LabelChosen({ secrets, controls }: LabelChosenProps) {
  const { t } = useTranslation('app');
  const id = useId();
  const each = useEachChosen(secrets, controls, () => announce(t('label.saved')));
  const send = async (fields: FormData) => {
    const label = textIn(fields, 'label');
    // Nothing typed would take the labels of all of them away, and nobody could say afterwards what they were.
    const found = label.trim() === '' ? 'bad_label' : checkLabel(label);
    if (found !== null) refuse(found);
    await each.run((key) => saveLabel(key, label));
  };
  return (
    <Modal title={t('recent.labelAll')} onClose={controls.answer}>
      <div className="mt-3 flex flex-col gap-4">
        <p className="text-ui">{t('recent.labelReplaces')}</p>
        <ChosenRows secrets={each.left} failures={each.failures} turn={each.turn} />
        <FieldForm
          place="card"
          fields={{ label: { id, label: t('label.field'), blamedFor: ['bad_label'] } }}
          send={send}
          submit={{ label: t('label.save'), busy: t('label.saving') }}
          cancel={{ label: t('label.cancel'), onCancel: controls.answer }}
        >
          {(field) => <LabelField {...field('label')} initial="" />}
        </FieldForm>
      </div>
    </Modal>
  );
}
