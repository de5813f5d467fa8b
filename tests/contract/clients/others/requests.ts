/** What a request of a client needs to be there: a secret with text `tea at 5?`, which may have the passphrase `plum`. */
type Need = 'nothing' | 'secret' | 'guarded secret' | 'opened secret';

/** Of what kind a field is that a client reads; or the value itself; or the seconds that were there and begin to run out. */
type Read =
  | 'key'
  | 'handle'
  | 'whole'
  | 'boolean'
  | 'texts'
  | 'value'
  | { readonly is: unknown }
  | { readonly left: number };

/** One request of a client that tests cannot install, exactly as it sends it, and the fields of the answer that it reads. */
export interface ClientRequest {
  readonly client: string;
  readonly call: string;
  readonly needs: Need;
  readonly method: string;
  /** `{secret}` and `{metadata}` stand for the keys of what it needs, `{handle}` for the owner's handle. */
  readonly path: string;
  /** `{basic}` stands for the credentials of the owner. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Default: 200. */
  readonly status?: number;
  /** By their paths, such as `record.secret.key`. */
  readonly reads: Readonly<Record<string, Read>>;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const owner = { authorization: '{basic}' };

/** The parts of a multipart body, as curl and others write them. */
function parts(fields: Readonly<Record<string, string>>): Pick<ClientRequest, 'headers' | 'body'> {
  const boundary = '------------------------8b51cab3d1a2e3f4';
  const written = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${written.join('')}--${boundary}--\r\n`,
  };
}

/** What clients of v1 in Go and C# read into numbers without fractions. */
const created: ClientRequest['reads'] = {
  metadata_key: 'key',
  secret_key: 'key',
  ttl: { is: 3600 },
  metadata_ttl: 'whole',
  secret_ttl: { left: 3600 },
  created: 'whole',
  updated: 'whole',
  recipient: 'texts',
};
const unknownSecret: ClientRequest['reads'] = { message: { is: 'Unknown secret' } };

const chelnak = {
  client: 'github.com/chelnak/onetimesecret-go',
  method: 'POST',
  headers: {
    ...owner,
    'user-agent': 'Go-http-client/1.1',
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json; charset=utf-8',
    'content-length': '0',
  },
};
const corbalt = {
  client: 'github.com/corbaltcode/go-onetimesecret',
  method: 'POST',
  headers: { ...owner, 'user-agent': 'Go-http-client/1.1', 'content-length': '0' },
};
const jdockerty = {
  client: 'github.com/jdockerty/onetimesecret-go',
  method: 'POST',
  headers: { ...owner, 'user-agent': 'Go-http-client/1.1' },
};
const bash = {
  client: 'eengstrom/onetimesecret-bash',
  method: 'POST',
  headers: { accept: '*/*', 'content-type': FORM },
};
const keepass = {
  client: 'KeePass-OneTimeSecretShare',
  method: 'POST',
  headers: { ...owner, accept: JSON_TYPE, 'user-agent': 'KeePass-OneTimeSecretShare/2.12.26.09 (David S.)' },
};

const ruby = {
  client: 'Ruby gem',
  method: 'POST',
  headers: {
    ...owner,
    accept: JSON_TYPE,
    'user-agent': 'onetime-ruby/2.0.0 (Ruby/3.4.1)',
    'x-onetime-client': 'ruby:3.4.1/2.0.0',
    'content-type': JSON_TYPE,
  },
};
const { authorization: _authorization, ...rubyOfGuests } = ruby.headers;
const rubyOfV1 = { ...ruby, headers: { ...ruby.headers, 'content-type': FORM } };

const v1: readonly ClientRequest[] = [
  {
    ...chelnak,
    call: 'share, by query',
    needs: 'nothing',
    path: '/api/v1/share/?passphrase=plum&recipient=tom%40example.com&secret=tea+at+5%3F&ttl=3600',
    reads: { ...created, custid: 'value', passphrase_required: { is: true } },
  },
  {
    ...chelnak,
    call: 'generate',
    needs: 'nothing',
    path: '/api/v1/generate/',
    reads: { value: 'value', secret_key: 'key' },
  },
  {
    ...chelnak,
    call: 'retrieve',
    needs: 'guarded secret',
    path: '/api/v1/secret/{secret}/?passphrase=plum',
    reads: { value: { is: 'tea at 5?' }, secret_key: 'key' },
  },
  {
    ...chelnak,
    call: 'metadata',
    needs: 'secret',
    path: '/api/v1/private/{metadata}/',
    reads: { ...created, passphrase_required: { is: false } },
  },
  {
    ...chelnak,
    call: 'burn',
    needs: 'secret',
    path: '/api/v1/private/{metadata}/burn/',
    reads: { 'state.state': { is: 'burned' }, secret_shortkey: 'value' },
  },
  {
    ...corbalt,
    call: 'put, with empty fields',
    needs: 'nothing',
    path: '/api/v1/share?passphrase=&recipient=&secret=tea+at+5%3F&ttl=3600',
    reads: { ...created, state: { is: 'new' }, passphrase_required: { is: false } },
  },
  {
    ...corbalt,
    call: 'put nothing',
    needs: 'nothing',
    path: '/api/v1/share?passphrase=&recipient=&secret=&ttl=0',
    status: 404,
    reads: { message: { is: 'You did not provide anything to share' } },
  },
  {
    ...corbalt,
    call: 'generate, without a lifetime',
    needs: 'nothing',
    path: '/api/v1/generate?passphrase=&recipient=&ttl=0',
    reads: { value: 'value', ttl: { is: 604_800 }, secret_ttl: { left: 604_800 } },
  },
  {
    ...corbalt,
    call: 'get with a wrong passphrase',
    needs: 'guarded secret',
    path: '/api/v1/secret/{secret}?passphrase=pear',
    status: 404,
    reads: unknownSecret,
  },
  {
    ...corbalt,
    call: 'get',
    needs: 'guarded secret',
    path: '/api/v1/secret/{secret}?passphrase=plum',
    reads: { value: { is: 'tea at 5?' } },
  },
  {
    ...corbalt,
    call: 'burn',
    needs: 'guarded secret',
    path: '/api/v1/private/{metadata}/burn?passphrase=plum',
    reads: {
      'state.state': { is: 'burned' },
      'state.metadata_key': 'key',
      'state.ttl': { is: 3600 },
      'state.metadata_ttl': 'whole',
      'state.secret_ttl': { is: null },
      'state.updated': 'whole',
      'state.created': 'whole',
      'state.recipient': 'texts',
      secret_shortkey: 'value',
    },
  },
  {
    ...corbalt,
    call: 'recent metadata',
    needs: 'secret',
    method: 'GET',
    path: '/api/v1/private/recent',
    reads: { '0.metadata_key': 'handle', '0.state': { is: 'new' }, '0.ttl': { is: 3600 }, '0.metadata_ttl': 'whole' },
  },
  {
    ...corbalt,
    call: 'metadata of what is gone',
    needs: 'opened secret',
    path: '/api/v1/private/{metadata}',
    reads: {
      state: { is: 'received' },
      ttl: { is: 3600 },
      metadata_ttl: 'whole',
      updated: 'whole',
      recipient: 'texts',
    },
  },
  {
    ...corbalt,
    call: 'status',
    needs: 'nothing',
    method: 'GET',
    path: '/api/v1/status',
    reads: { status: { is: 'nominal' } },
  },
  {
    ...jdockerty,
    call: 'create, a form without its type',
    needs: 'nothing',
    path: '/api/v1/share',
    body: 'passphrase=plum&recipient=&secret=tea+at+5%3F&ttl=3600',
    reads: { ...created, state: { is: 'new' }, passphrase_required: { is: true } },
  },
  {
    ...jdockerty,
    call: 'retrieve, which repeats the key',
    needs: 'guarded secret',
    path: '/api/v1/secret/{secret}',
    body: 'passphrase=plum&secret_key={secret}',
    reads: { value: { is: 'tea at 5?' }, secret_key: 'key' },
  },
  {
    ...bash,
    call: 'share',
    needs: 'nothing',
    path: '/api/v1/share',
    ...parts({ ttl: '3600', passphrase: 'plum', secret: 'tea at 5?\n' }),
    reads: { secret_key: 'key', metadata_key: 'key' },
  },
  {
    ...bash,
    call: 'generate, with a field that has no name',
    needs: 'nothing',
    path: '/api/v1/generate',
    body: "''",
    reads: { secret_key: 'key', value: 'value' },
  },
  {
    ...bash,
    call: 'retrieve',
    needs: 'guarded secret',
    path: '/api/v1/secret/{secret}',
    ...parts({ passphrase: 'plum' }),
    reads: { value: { is: 'tea at 5?' } },
  },
  {
    ...bash,
    call: 'state',
    needs: 'secret',
    path: '/api/v1/private/{metadata}',
    reads: { state: { is: 'new' }, secret_key: 'key' },
  },
  {
    // What it does with each key of its list: it asks without credentials, and handles are their owner's (C4).
    ...bash,
    call: 'state of a recent one',
    needs: 'secret',
    path: '/api/v1/private/{handle}',
    status: 404,
    reads: unknownSecret,
  },
  {
    ...bash,
    call: 'recent',
    needs: 'secret',
    method: 'GET',
    path: '/api/v1/private/recent',
    headers: { ...owner, accept: '*/*', 'content-type': FORM, 'content-length': '0' },
    reads: { '0.metadata_key': 'handle' },
  },
  {
    ...keepass,
    call: 'share in its old mode',
    needs: 'nothing',
    path: '/api/v1/share',
    headers: { ...keepass.headers, 'content-type': FORM },
    body: 'secret=tea%20at%205%3F&ttl=3600',
    reads: { secret_key: 'key', metadata_key: 'key' },
  },
  {
    ...rubyOfV1,
    call: 'conceal for several',
    needs: 'nothing',
    path: '/api/v1/share',
    body: 'secret=tea+at+5%3F&ttl=3600&recipient%5B%5D=tom%40example.com&recipient%5B%5D=ann%40example.com',
    reads: created,
  },
  {
    ...rubyOfV1,
    call: 'reveal, with a field that v1 does not have',
    needs: 'guarded secret',
    path: '/api/v1/secret/{secret}',
    body: 'passphrase=plum&continue=true',
    reads: { value: { is: 'tea at 5?' } },
  },
  {
    ...rubyOfV1,
    call: 'receipt',
    needs: 'secret',
    method: 'GET',
    path: '/api/v1/receipt/{metadata}',
    reads: { ...created, state: { is: 'new' }, identifier: 'key' },
  },
  {
    ...rubyOfV1,
    call: 'burn a receipt',
    needs: 'secret',
    path: '/api/v1/receipt/{metadata}/burn',
    body: 'continue=true',
    reads: { 'state.state': { is: 'burned' } },
  },
  {
    client: 'Java (Apache HttpClient)',
    call: 'share, a form in Latin-1 that is ASCII',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v1/share',
    headers: { ...owner, 'content-type': `${FORM}; charset=ISO-8859-1` },
    body: 'secret=tea+at+5%3F&ttl=3600',
    reads: created,
  },
  {
    client: 'Slack add-on',
    call: 'share, by query',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v1/share?secret=tea',
    headers: {
      accept: '*/*',
      'content-length': '0',
      'user-agent': 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    },
    reads: { secret_key: 'key' },
  },
  {
    client: 'Chrome add-on',
    call: 'share, from an origin of its own',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v1/share',
    headers: {
      ...owner,
      accept: JSON_TYPE,
      'content-type': FORM,
      origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    },
    body: 'secret=tea%20at%205%3F&ttl=3600',
    reads: created,
  },
  {
    client: 'PowerShell, Invoke-RestMethod',
    call: 'share, of a hashtable',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v1/share',
    headers: {
      'content-type': FORM,
      'user-agent': 'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1',
    },
    body: 'secret=tea+at+5%3f&ttl=3600',
    reads: { secret_key: 'key' },
  },
  {
    client: 'ShareX, custom uploader',
    call: 'share',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v1/share',
    ...parts({ secret: 'tea at 5?', ttl: '3600' }),
    reads: { secret_key: 'key' },
  },
];

const raycast = {
  client: 'Raycast',
  method: 'POST',
  headers: { ...owner, accept: JSON_TYPE, 'content-type': JSON_TYPE },
};

const laterV2: readonly ClientRequest[] = [
  {
    ...ruby,
    call: 'conceal',
    needs: 'nothing',
    path: '/api/v2/secret/conceal',
    body: '{"secret":{"secret":"tea at 5?","ttl":3600,"passphrase":"plum","recipient":"tom@example.com"}}',
    reads: {
      success: { is: true },
      'record.secret.identifier': 'key',
      'record.secret.key': 'key',
      'record.receipt.identifier': 'key',
      'record.metadata.identifier': 'key',
      'record.receipt.secret_ttl': { left: 3600 },
    },
  },
  {
    ...ruby,
    call: 'generate',
    needs: 'nothing',
    path: '/api/v2/secret/generate',
    body: '{"secret":{"ttl":3600}}',
    reads: { success: { is: true }, 'record.secret.identifier': 'key', 'record.receipt.identifier': 'key' },
  },
  {
    ...ruby,
    call: 'reveal',
    needs: 'guarded secret',
    path: '/api/v2/secret/{secret}/reveal',
    body: '{"passphrase":"plum","continue":true}',
    reads: { success: { is: true }, 'record.secret_value': { is: 'tea at 5?' } },
  },
  {
    ...ruby,
    call: 'reveal with a wrong passphrase',
    needs: 'guarded secret',
    path: '/api/v2/secret/{secret}/reveal',
    body: '{"passphrase":"pear","continue":true}',
    status: 422,
    reads: {
      error: { is: 'Double check that passphrase' },
      message: { is: 'Double check that passphrase' },
      error_type: { is: 'FormError' },
    },
  },
  {
    ...ruby,
    call: 'reveal what is gone',
    needs: 'opened secret',
    path: '/api/v2/secret/{secret}/reveal',
    body: '{"continue":true}',
    status: 404,
    reads: { error: { is: 'Unknown secret' }, error_type: { is: 'RecordNotFound' } },
  },
  {
    ...ruby,
    call: 'show',
    needs: 'guarded secret',
    method: 'GET',
    path: '/api/v2/secret/{secret}',
    reads: { success: { is: true }, 'record.identifier': 'key', 'record.has_passphrase': { is: true } },
  },
  {
    ...ruby,
    call: 'status',
    needs: 'secret',
    method: 'GET',
    path: '/api/v2/secret/{secret}/status',
    reads: { 'record.state': { is: 'new' }, 'details.current_expiration': 'whole' },
  },
  {
    ...ruby,
    call: 'status of what is gone',
    needs: 'opened secret',
    method: 'GET',
    path: '/api/v2/secret/{secret}/status',
    reads: { 'record.state': { is: 'unknown' } },
  },
  {
    ...ruby,
    call: 'status list',
    needs: 'secret',
    path: '/api/v2/secret/status',
    body: '{"identifiers":"{secret},0123456789abcdefghijklmnopqrstu"}',
    reads: { count: { is: 1 }, 'records.0.identifier': 'key' },
  },
  {
    ...ruby,
    call: 'receipt',
    needs: 'secret',
    method: 'GET',
    path: '/api/v2/receipt/{metadata}',
    reads: { 'record.state': { is: 'new' }, 'record.identifier': 'key', 'record.secret_identifier': 'key' },
  },
  {
    ...ruby,
    call: 'receipt of what was opened',
    needs: 'opened secret',
    method: 'GET',
    path: '/api/v2/receipt/{metadata}',
    reads: {
      'record.state': { is: 'revealed' },
      'record.is_revealed': { is: true },
      'record.is_received': { is: true },
    },
  },
  {
    ...ruby,
    call: 'recent receipts',
    needs: 'secret',
    method: 'GET',
    path: '/api/v2/receipt/recent',
    reads: { 'records.0.identifier': 'handle', 'records.0.state': { is: 'new' }, count: { is: 1 } },
  },
  {
    ...ruby,
    call: 'burn',
    needs: 'guarded secret',
    path: '/api/v2/receipt/{metadata}/burn',
    body: '{"passphrase":"plum","continue":true}',
    reads: { success: { is: true }, 'record.state': { is: 'burned' } },
  },
  {
    ...ruby,
    call: 'a memo',
    needs: 'secret',
    method: 'PATCH',
    path: '/api/v2/receipt/{handle}',
    body: '{"memo":"for Tom"}',
    reads: { 'record.memo': { is: 'for Tom' } },
  },
  {
    ...ruby,
    call: 'conceal as a guest',
    needs: 'nothing',
    path: '/api/v2/guest/secret/conceal',
    headers: rubyOfGuests,
    body: '{"secret":{"secret":"tea at 5?","ttl":3600}}',
    reads: { success: { is: true }, 'record.secret.identifier': 'key' },
  },
  {
    ...ruby,
    call: 'reveal as a guest',
    needs: 'secret',
    path: '/api/v2/guest/secret/{secret}/reveal',
    headers: rubyOfGuests,
    body: '{"continue":true}',
    reads: { 'record.secret_value': { is: 'tea at 5?' } },
  },
  {
    ...ruby,
    call: 'conceal with bad credentials',
    needs: 'nothing',
    path: '/api/v2/secret/conceal',
    headers: { ...ruby.headers, authorization: 'Basic bm9ib2R5QGV4YW1wbGUuY29tOndyb25n' },
    body: '{"secret":{"secret":"tea at 5?"}}',
    status: 401,
    reads: { error_type: { is: 'Unauthorized' }, error: 'value', message: 'value' },
  },
  {
    ...raycast,
    call: 'conceal',
    needs: 'nothing',
    path: '/api/v2/secret/conceal',
    body: '{"secret":{"secret":"tea at 5?","ttl":3600}}',
    reads: { success: { is: true }, 'record.receipt.secret_identifier': 'key', 'record.secret.key': 'key' },
  },
  {
    ...raycast,
    call: 'recent',
    needs: 'secret',
    method: 'GET',
    path: '/api/v2/private/recent',
    headers: { ...owner, accept: JSON_TYPE },
    reads: {
      'records.0.key': 'handle',
      'records.0.secret_ttl': { left: 3600 },
      'records.0.created': 'whole',
      'records.0.is_burned': { is: false },
      'records.0.is_received': { is: false },
      'records.0.state': { is: 'new' },
    },
  },
  {
    ...raycast,
    call: 'burn from its list',
    needs: 'secret',
    path: '/api/v2/private/{handle}/burn',
    body: '{"continue":"true"}',
    reads: { success: { is: true } },
  },
  {
    client: 'VS Code extension',
    call: 'conceal, the lifetime a text',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v2/secret/conceal',
    headers: { 'content-type': JSON_TYPE, accept: JSON_TYPE },
    body: '{"secret":{"secret":"tea at 5?","ttl":"604800","passphrase":"plum"}}',
    reads: { success: { is: true }, 'record.secret.identifier': 'key' },
  },
  {
    ...keepass,
    call: 'conceal in its new mode',
    needs: 'nothing',
    path: '/api/v2/secret/conceal',
    headers: { ...keepass.headers, 'content-type': JSON_TYPE },
    body: '{"secret":{"kind":"conceal","secret":"tea at 5?","ttl":"3600","share_domain":""}}',
    reads: { 'record.secret.key': 'key', 'record.receipt.key': 'key', 'record.share_domain': { is: null } },
  },
  {
    ...keepass,
    call: 'conceal an empty text',
    needs: 'nothing',
    path: '/api/v2/secret/conceal',
    headers: { ...keepass.headers, 'content-type': JSON_TYPE },
    body: '{"secret":{"kind":"conceal","secret":"","ttl":"3600","share_domain":""}}',
    status: 422,
    reads: { error: { is: 'You did not provide anything to share' }, field: { is: 'secret' } },
  },
  {
    client: 'polyenv',
    call: 'conceal',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v2/secret/conceal',
    headers: { 'content-type': JSON_TYPE, 'user-agent': 'Go-http-client/1.1' },
    body: '{"secret":{"secret":"tea at 5?","passphrase":"","ttl":3600}}',
    reads: {
      success: { is: true },
      shrimp: 'value',
      'record.metadata.identifier': 'key',
      'record.metadata.secret_ttl': { left: 3600 },
      'record.metadata.metadata_ttl': 'whole',
      'record.secret.identifier': 'key',
    },
  },
  {
    client: 'CIPP',
    call: 'link of a password',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v2/secret/conceal',
    headers: { ...owner, accept: JSON_TYPE, 'content-type': 'application/json; charset=utf-8' },
    body: '{"secret":{"ttl":86400,"share_domain":"","kind":"conceal","secret":"tea at 5?"}}',
    reads: { success: { is: true }, 'record.secret.identifier': 'key' },
  },
  {
    client: 'Zendesk app',
    call: 'link',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v2/secret/conceal',
    headers: { ...owner, 'content-type': JSON_TYPE },
    body: '{"secret":{"secret":"tea at 5?","ttl":604800}}',
    reads: { success: { is: true }, 'record.receipt.share_url': 'value', 'record.secret.identifier': 'key' },
  },
  {
    client: 'Autopilot script',
    call: 'conceal, and nothing about it',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v2/secret/conceal',
    headers: { 'content-type': JSON_TYPE, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; en-US) PowerShell/7.4.1' },
    body: '{"secret":{"secret":"{\\"serialNumber\\":\\"5CG\\"}"}}',
    reads: { 'record.secret.key': 'key' },
  },
  {
    client: 'export in Python',
    call: 'conceal, the passphrase null',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v2/secret/conceal',
    headers: { 'content-type': JSON_TYPE, accept: JSON_TYPE },
    body: '{"secret": {"secret": "tea at 5?", "passphrase": null, "ttl": 259200}}',
    reads: { 'record.secret.key': 'key' },
  },
  {
    client: 'curl',
    call: 'conceal, a form of an object',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v2/secret/conceal',
    headers: { accept: '*/*', 'content-type': FORM },
    body: 'secret[secret]=tea+at+5%3F&secret[ttl]=3600',
    reads: { success: { is: true }, 'record.secret.identifier': 'key' },
  },
];

const v3: readonly ClientRequest[] = [
  {
    client: 'a page of another site',
    call: 'conceal as a guest',
    needs: 'nothing',
    method: 'POST',
    path: '/api/v3/guest/secret/conceal',
    headers: {
      'content-type': JSON_TYPE,
      accept: JSON_TYPE,
      origin: 'https://other.example',
      'sec-fetch-site': 'cross-site',
    },
    body: '{"secret":{"secret":"tea at 5?","ttl":3600,"kind":"conceal","share_domain":""}}',
    reads: { success: { is: true }, 'record.receipt.identifier': 'key', 'record.secret.identifier': 'key' },
  },
  {
    client: 'a page of another site',
    call: 'reveal as a guest',
    needs: 'secret',
    method: 'POST',
    path: '/api/v3/guest/secret/{secret}/reveal',
    headers: { 'content-type': JSON_TYPE, accept: JSON_TYPE },
    body: '{"continue":true}',
    reads: { 'record.secret_value': { is: 'tea at 5?' }, 'record.state': { is: 'revealed' } },
  },
];

export const clientRequests: readonly ClientRequest[] = [...v1, ...laterV2, ...v3];
