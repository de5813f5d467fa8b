import { burnPage, home, message, metadataPage, patience, type ScreenState } from './stage.ts';

export const privateStates: readonly ScreenState[] = [
  {
    name: 'private-new',
    async enter(stage) {
      await home(stage).open();
      await home(stage).share(message, 'plum');
      await metadataPage(stage).shareLink.waitFor();
    },
  },
  {
    name: 'private-live',
    async enter(stage) {
      await metadataPage(stage).open((await stage.api.conceal(message)).metadataKey);
      await stage.page.getByTestId('live').filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: 'private-paused',
    async enter(stage) {
      const tried = Promise.withResolvers<void>();
      await stage.page.routeWebSocket('**/graphql', (socket) => {
        tried.resolve();
        return socket.close({ code: 1013 });
      });
      await stage.page.clock.install();
      await metadataPage(stage).open((await stage.api.conceal(message)).metadataKey);
      await tried.promise;
      await stage.page.clock.fastForward(patience);
      await stage.page.getByTestId('live').filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: 'private-generated',
    async enter(stage) {
      await home(stage).open();
      await home(stage).generate.click();
      await metadataPage(stage).generated.waitFor();
    },
  },
  {
    name: 'private-qr',
    isModal: true,
    async enter(stage) {
      await metadataPage(stage).open((await stage.api.conceal(message)).metadataKey);
      await metadataPage(stage).qr.click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'private-last-minutes',
    async enter(stage) {
      const expiration = Math.floor(Date.now() / 1000) + 540;
      await stage.page.route('**/api/v2/private/*', async (route) => {
        const answer = await route.fetch();
        const json = await answer.json();
        await route.fulfill({ response: answer, json: { ...json, record: { ...json.record, expiration } } });
      });
      await metadataPage(stage).open((await stage.api.conceal(message)).metadataKey);
    },
  },
  {
    name: 'private-guard',
    enter: async (stage) => metadataPage(stage).open((await stage.api.conceal(message)).metadataKey),
  },
  {
    name: 'private-received',
    async enter(stage) {
      const { metadataKey, secretKey } = await stage.api.conceal(message);
      await stage.api.reveal(secretKey);
      await metadataPage(stage).open(metadataKey);
    },
  },
  {
    name: 'private-story',
    async enter(stage) {
      const { metadataKey, secretKey } = await stage.api.conceal(message, { passphrase: 'plum' });
      for (let wrong = 0; wrong < 3; wrong += 1) await stage.api.reveal(secretKey, { passphrase: 'pear' });
      await stage.api.reveal(secretKey, { passphrase: 'plum' });
      for (let late = 0; late < 2; late += 1) await stage.api.reveal(secretKey, { passphrase: 'plum' });
      const page = metadataPage(stage);
      await page.open(metadataKey);
      // What came late is counted within a second; the page is told.
      await page.story.nth(3).waitFor();
    },
  },
  {
    name: 'private-burned',
    async enter(stage) {
      const { metadataKey } = await stage.api.conceal(message);
      await stage.api.burn(metadataKey);
      await metadataPage(stage).open(metadataKey);
    },
  },
  {
    name: 'private-expired',
    async enter(stage) {
      const { metadataKey, secretShortKey } = await stage.api.conceal(message);
      await stage.expire(secretShortKey);
      await metadataPage(stage).open(metadataKey);
    },
  },
  {
    name: 'burn',
    enter: async (stage) =>
      burnPage(stage).open((await stage.api.conceal(message, { passphrase: 'plum' })).metadataKey),
  },
  {
    name: 'burn-cannot',
    async enter(stage) {
      const { metadataKey, secretKey } = await stage.api.conceal(message);
      await stage.api.reveal(secretKey);
      await burnPage(stage).open(metadataKey);
    },
  },
];
