/**
 * What the public stealth packages change in a page before its scripts run, written anew: the evasions of `puppeteer-extra-plugin-stealth`
 * (chrome.app, chrome.csi, chrome.loadTimes, chrome.runtime, media.codecs, navigator.hardwareConcurrency, navigator.languages,
 * navigator.permissions, navigator.plugins, navigator.vendor, navigator.webdriver, webgl.vendor, window.outerdimensions), which
 * `playwright-stealth` and `selenium-stealth` have copied, and what `undetected-chromedriver` takes out of the window. The user agent
 * and the switch of Blink are set where the browser is started, as `undetected-chromedriver`, `patchright` and `rebrowser-patches` do.
 */
export const stealthSource = `{
  const define = (on, name, value) =>
    Object.defineProperty(on, name, { get: () => value, configurable: true, enumerable: true });
  ${[hideDriver, fillNavigator, addChrome, playMedia, nameGraphics].map((part) => `(${part})(define);`).join('\n')}
}`;

type Define = (on: object, name: string, value: unknown) => void;

/* These run in the page, so they use nothing from outside. */

function hideDriver(define: Define): void {
  define(Navigator.prototype, 'webdriver', false);
  for (const name of Object.getOwnPropertyNames(window)) {
    if (/^(cdc_|\$cdc_|\$chrome_|__webdriver|__selenium|__driver|_phantom|domAutomation)/.test(name)) {
      delete (window as unknown as Record<string, unknown>)[name];
    }
  }
  if (window.outerHeight === 0) {
    define(window, 'outerWidth', window.innerWidth);
    define(window, 'outerHeight', window.innerHeight + 85);
  }
}

function fillNavigator(define: Define): void {
  define(Navigator.prototype, 'languages', Object.freeze(['en-US', 'en']));
  define(Navigator.prototype, 'hardwareConcurrency', 8);
  define(Navigator.prototype, 'vendor', 'Google Inc.');
  if (navigator.plugins.length === 0) {
    const names = ['PDF Viewer', 'Chrome PDF Viewer', 'Chromium PDF Viewer'];
    const plugins = names.map((name) => ({ name, filename: 'internal-pdf-viewer', description: 'PDF' }));
    define(Navigator.prototype, 'plugins', Object.setPrototypeOf(plugins, PluginArray.prototype));
  }
  const query = Permissions.prototype.query;
  Permissions.prototype.query = function (wanted) {
    if ((wanted as { name: string }).name !== 'notifications') return query.call(this, wanted);
    return Promise.resolve({ state: 'prompt', onchange: null } as unknown as PermissionStatus);
  };
}

function addChrome(define: Define): void {
  if ('chrome' in window) return;
  const seconds = performance.timeOrigin / 1000;
  define(window, 'chrome', {
    app: { isInstalled: false, InstallState: { INSTALLED: 'installed' }, RunningState: { RUNNING: 'running' } },
    csi: () => ({ startE: performance.timeOrigin, onloadT: Date.now(), pageT: performance.now(), tran: 15 }),
    loadTimes: () => ({ requestTime: seconds, startLoadTime: seconds, navigationType: 'Other', connectionInfo: 'h2' }),
    runtime: { OnInstalledReason: { INSTALL: 'install' }, PlatformOs: { WIN: 'win' } },
  });
}

function playMedia(): void {
  const canPlay = HTMLMediaElement.prototype.canPlayType;
  HTMLMediaElement.prototype.canPlayType = function (type) {
    return /mp4|aac|x-m4a/.test(type) ? 'probably' : canPlay.call(this, type);
  };
}

function nameGraphics(): void {
  const unmasked: Readonly<Record<number, string>> = { 37445: 'Intel Inc.', 37446: 'Intel Iris OpenGL Engine' };
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
    const read = prototype.getParameter;
    prototype.getParameter = function (name) {
      return unmasked[name] ?? read.call(this, name);
    };
  }
}
