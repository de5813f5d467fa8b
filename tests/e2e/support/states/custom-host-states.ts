import { pressLikeAPerson } from '../../../support/pages/press-like-a-person.ts';
import { admit, type CustomHost, customHostOf } from '../custom-host.ts';
import type { ScreenState, Stage } from './stage.ts';

async function onCustomHost(stage: Stage): Promise<CustomHost> {
  const host = await customHostOf(await stage.people.paidCustomer(), stage.publishTxt);
  admit(stage.guard, host);
  return host;
}

/** What strangers see on a customer's host. */
export const customHostStates: readonly ScreenState[] = [
  {
    name: 'custom-host-revealed',
    async enter(stage) {
      const { shareUrl } = await (await onCustomHost(stage)).conceal();
      await stage.page.goto(shareUrl);
      await pressLikeAPerson(stage.page.getByRole('button', { name: stage.texts.core.secret.click }));
      await stage.page.getByRole('link', { name: stage.texts.core.secret.reply }).waitFor();
    },
  },
  {
    name: 'custom-host-private',
    async enter(stage) {
      const host = await onCustomHost(stage);
      await stage.page.goto(`${host.origin}/private/${(await host.conceal()).metadata}`);
    },
  },
  {
    name: 'custom-host-not-found',
    async enter(stage) {
      await stage.page.goto(`${(await onCustomHost(stage)).origin}/`);
    },
  },
];
