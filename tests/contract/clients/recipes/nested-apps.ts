type Settings = Readonly<Record<string, string | number>>;

/** Where a host of a recipe is in a test: the server stands for what its proxy would pass on from HTTPS. */
interface Served {
  readonly url: string;
  readonly host: string;
}

/** What they read. */
interface Concealed {
  readonly success?: boolean;
  readonly error?: string;
  readonly record: {
    readonly secret: { readonly identifier: string; readonly key: string };
    readonly receipt?: { readonly share_url?: string };
    readonly metadata?: { readonly share_url?: string };
  };
}

async function conceal(url: string, settings: { user: string; key: string }, secret: object, type: string) {
  const headers = {
    accept: 'application/json',
    'content-type': type,
    authorization: `Basic ${Buffer.from(`${settings.user}:${settings.key}`).toString('base64')}`,
  };
  const body = JSON.stringify({ secret });
  const answer = await fetch(`${url}/api/v2/secret/conceal`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`conceal answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Concealed;
}

/**
 * The link that the official Zendesk app (0.2.0) shows for a text, from its settings and the two of its files that name hosts: it sends
 * what `concealSecret` in `assets/iframe.html` sends, and takes the link as `buildShareUrl` does.
 */
export async function linkOfZendesk(
  settings: Settings,
  files: { readonly iframe: string; readonly manifest: string },
  secret: string,
  { url, host }: Served,
): Promise<string> {
  const [, regional] = new RegExp(`\\b${settings.region}: \\{ host: '([^']+)'`).exec(files.iframe) ?? [];
  const allowed: readonly string[] = JSON.parse(files.manifest).domainWhitelist;
  if (regional !== host || !allowed.includes(regional)) throw new Error(`the app asks ${regional}, not ${host}`);
  const { apiUsername, apiKey, customDomain, defaultTTL } = settings;
  const payload = { secret, ttl: Number(defaultTTL), ...(customDomain ? { share_domain: customDomain } : {}) };
  const credentials = { user: String(apiUsername), key: String(apiKey) };
  const { success, error, record } = await conceal(url, credentials, payload, 'application/json');
  if (!success) throw new Error(error || 'Secret creation failed');
  const receipt = record.receipt || record.metadata;
  return receipt?.share_url || `https://${regional}/secret/${record.secret.identifier}`;
}

/** The link that `New-OneTimeSecretLink` of CIPP makes of a password with these settings. */
export async function linkOfCipp(settings: Settings, password: string, { url, host }: Served): Promise<string> {
  const base = new URL(String(settings.BaseUrl));
  if (base.protocol !== 'https:' || base.host !== host) throw new Error(`CIPP asks ${base}`);
  const hours = Number(settings.ExpireAfterHours ?? 24);
  if (!Number.isInteger(hours) || hours < 1 || hours > 168) throw new Error('a whole number from 1 to 168 hours');
  const secret = { kind: 'conceal', secret: password, share_domain: '', ttl: hours * 3600 };
  const credentials = { user: String(settings.EmailAddress), key: String(settings.APIKey) };
  const { success, record } = await conceal(url, credentials, secret, 'application/json; charset=utf-8');
  const key = record.secret.identifier || record.secret.key;
  if (success === false || !/^[a-zA-Z0-9_-]+$/.test(key)) throw new Error('no valid secret identifier');
  return `${base.origin}/secret/${key}`;
}
