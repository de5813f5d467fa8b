/** Heads that one server may read otherwise than the next: each with the body it may or may not have. */
export function ambiguousRequests(host: string, hidden: string): Readonly<Record<string, string>> {
  const head = (lines: readonly string[], body: string) =>
    [`POST /api/v2/secret/conceal HTTP/1.1`, `Host: ${host}`, ...lines, '', body].join('\r\n');
  const length = hidden.length;
  const chunked = `0\r\n\r\n${hidden}`;
  return {
    'two lengths': head(['Content-Length: 0', `Content-Length: ${length}`], hidden),
    'two lengths that agree': head(['Content-Length: 5', 'Content-Length: 5'], `a=b&c${hidden}`),
    'a list of lengths': head([`Content-Length: 0, ${length}`], hidden),
    'a length and chunks': head([`Content-Length: ${chunked.length}`, 'Transfer-Encoding: chunked'], chunked),
    'chunks and a length': head(['Transfer-Encoding: chunked', 'Content-Length: 4'], chunked),
    'an encoding that is none': head(['Transfer-Encoding: xchunked', 'Content-Length: 0'], hidden),
    'chunks that are not last': head(['Transfer-Encoding: chunked, identity'], chunked),
    'two encodings': head(['Transfer-Encoding: identity', 'Transfer-Encoding: chunked', 'Content-Length: 0'], chunked),
    'a space before the colon': head(['Transfer-Encoding : chunked', 'Content-Length: 0'], chunked),
    'a tab before the value': head(['Transfer-Encoding:\tchunked', 'Content-Length: 4'], chunked),
    'a folded line': head(['X: y', ' Transfer-Encoding: chunked', `Content-Length: 0`, '\tfolded'], hidden),
    'a line feed alone': head(['X: y\nContent-Length: 5', 'Content-Length: 0'], hidden),
    'a carriage return alone': head(['X: y\rContent-Length: 5', 'Content-Length: 0'], hidden),
    'a null in a value': head(['X: y\0z', 'Content-Length: 0'], hidden),
    'a length with a sign': head([`Content-Length: +${length}`], hidden),
    'a length below nothing': head(['Content-Length: -1'], hidden),
    'a length in another notation': head(['Content-Length: 0x0'], hidden),
    'a length with words': head(['Content-Length: 0 bytes'], hidden),
    'a length beyond numbers': head(['Content-Length: 99999999999999999999'], hidden),
    'a chunk with a sign': head(['Transfer-Encoding: chunked'], `+0\r\n\r\n${hidden}`),
    'a chunk beyond numbers': head(['Transfer-Encoding: chunked'], `FFFFFFFFFFFFFFFFF\r\n${hidden}`),
    'a chunk in another notation': head(['Transfer-Encoding: chunked'], `0x0\r\n\r\n${hidden}`),
    'a chunk without its line': head(['Transfer-Encoding: chunked'], `\n0\n\n${hidden}`),
    'a name with a space': head(['Content Length: 5', 'Content-Length: 0', 'Bad Name: x'], hidden),
  };
}

/** Targets of requests that are no path, or another one than they look. */
export function oddTargets(host: string): readonly string[] {
  const evil = 'evil.example';
  return [
    `http://${evil}/api/v2/status`,
    `http://${evil}/`,
    `http://${host}@${evil}/about`,
    `//${evil}/`,
    `//${evil}/%2e%2e`,
    `/\\${evil}`,
    `/%5c${evil}/..`,
    `/%0d%0aLocation:%20http://${evil}/`,
    `/receipt/%0d%0aLocation:%20http://${evil}/`,
    `/plans/identity?notice=x%0d%0aLocation:%20http://${evil}/`,
    `/signin/?return_to=//${evil}`,
    '/about%00.html',
    '/about/..;/colonel',
    '/..%2f..%2fetc%2fpasswd',
    '/dist/..%2f..%2fpackage.json',
    '/dist/../../package.json',
    '/dist/%2e%2e/%2e%2e/keys/root.key',
    '*',
    '/%',
    '/%ff%fe',
    `/${'a/'.repeat(4_000)}`,
  ];
}
