import { useTranslation } from 'react-i18next';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { formatNumber } from '../../i18n/format.ts';
import { announce } from '../../lib/announcer.ts';
import { useAction } from '../../lib/use-submit.ts';
import { burnSecret } from '../../secrets/burn-secret.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { RowControls } from './row-controls.ts';
import { ChosenRows, useEachChosen } from './use-each-chosen.tsx';

interface BurnChosenProps {
  readonly secrets: readonly RecentSecret[];
  readonly controls: RowControls;
}

/** Asks once, then burns each. No passphrase is asked: these are owner handles, and burning by one needs none. */
export function BurnChosen({ secrets, controls }: BurnChosenProps) {
  const { t, i18n } = useTranslation(['app', 'core', 'public']);
  const { isBusy, run } = useAction();
  const counted = (count: number) => ({ count, n: formatNumber(count, i18n.language) });
  const each = useEachChosen(secrets, controls, (count) => announce(t('app:recent.burned', counted(count))));
  const isAgain = each.failures.size > 0;
  return (
    <Modal title={t('app:recent.burnSelected', counted(each.left.length))} startsAtTitle onClose={controls.answer}>
      <div className="mt-3 flex flex-col gap-4">
        {each.count > 0 ? <p>{t('app:recent.burned', counted(each.count))}</p> : <p>{t('app:recent.burnText')}</p>}
        <ChosenRows secrets={each.left} failures={each.failures} turn={each.turn} />
        <div className="flex flex-wrap gap-3">
          <ActionButton
            look="danger"
            className="max-sm:w-full"
            isOff={isBusy}
            onClick={() => void run(() => each.run(burnSecret))}
          >
            {isBusy ? t('core:busy.loading') : t(isAgain ? 'core:errors.retry' : 'app:recent.burn')}
          </ActionButton>
          <ActionButton className="max-sm:w-full" onClick={controls.answer}>
            {t('public:burn.cancel')}
          </ActionButton>
        </div>
      </div>
    </Modal>
  );
}
