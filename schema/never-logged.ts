/** What no line of a log may hold, on top of what is secret in any program: `neverLog` of service-kit takes it. */
export const neverLogged = {
  fields: [
    'secret',
    'passphrase',
    'shrimp',
    'recipient',
    'recipients',
    'ticketno',
    'msg',
    'idempotencyKey',
    'secretKey',
    'metadataKey',
    'claimToken',
  ],
  texts: [
    // The keys of links (`linkKeyPattern`), in addresses and messages; not the hexadecimal ids of traces and digests.
    {
      pattern: /(?<![0-9a-z])(?!(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-z]))[0-9a-z]{31,64}(?![0-9a-z])/g,
      as: '[key]',
    },
    // What webhooks are signed with.
    { pattern: /\bwhs(?:ec|k)_[\w+/]+=*/g, as: '[key]' },
    { pattern: /(?:__Host-)?sess(?:-rm)?=[^;\s"]+/g, as: 'sess=[cookie]', sign: 'sess' },
  ],
} as const;
