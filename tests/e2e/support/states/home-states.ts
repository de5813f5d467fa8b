import { home, message, type ScreenState } from './stage.ts';

export const homeStates: readonly ScreenState[] = [
  { name: 'home', enter: (stage) => home(stage).open() },
  {
    name: 'home-typed',
    async enter(stage) {
      const form = home(stage);
      await form.open();
      await form.text.fill(message);
      await form.passphrase.fill('plum');
    },
  },
  {
    name: 'home-suggested',
    async enter(stage) {
      const form = home(stage);
      await form.open();
      const { form: words } = stage.texts.public;
      await stage.page.getByRole('button', { name: words.suggest }).click();
      await stage.page.getByText(words.passphraseLevels.strong).waitFor();
      await stage.page.getByText(words.options.heading).click();
      await stage.page.getByTestId('preview').waitFor();
    },
  },
  {
    name: 'home-truncated',
    async enter(stage) {
      const form = home(stage);
      await form.open();
      await form.text.fill('a'.repeat(10_001));
    },
  },
  {
    name: 'home-error',
    async enter(stage) {
      const form = home(stage);
      await form.open();
      await form.text.focus();
      await stage.page.keyboard.press('Control+Enter');
      await form.error.waitFor();
    },
  },
  {
    name: 'home-captcha-error',
    isToldOnce: true,
    async enter(stage) {
      stage.guard.allow(/status of 500/);
      const json = { message: 'Cannot skip authenticity check', code: 'captcha_missing', success: false, shrimp: '' };
      await stage.page.route('**/api/v2/secret/conceal', (route) => route.fulfill({ status: 400, json }));
      await stage.page.route('**/api/v2/altcha/challenge', (route) => route.fulfill({ status: 500 }));
      const form = home(stage);
      await form.open();
      await form.text.fill(message);
      await form.create.click();
      await form.error.waitFor();
    },
  },
  {
    name: 'home-leave',
    isModal: true,
    async enter(stage) {
      const form = home(stage);
      await form.open();
      await form.text.fill(message);
      await stage.page.getByRole('contentinfo').getByRole('link', { name: stage.texts.core.footer.about }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'language-menu',
    isModal: true,
    async enter(stage) {
      await home(stage).open();
      await stage.page.getByRole('banner').locator('button[aria-haspopup=menu]').click();
    },
  },
];
