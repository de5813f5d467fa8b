import { gzipSync } from 'node:zlib';

/** What a visitor's browser first fetches for each page: HTML bytes, kB (1000 bytes) gz of JS and CSS, files. */
export async function pageSizes(port: number): Promise<(string | number)[][]> {
  const key = 'a'.repeat(31);
  const rows: (string | number)[][] = [];
  for (const path of ['/', `/secret/${key}`, `/private/${key}`, '/about']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept: 'text/html' } });
    const html = await answer.text();
    const linked = `${html} ${answer.headers.get('link') ?? ''}`;
    const files = [...new Set(linked.match(/\/dist\/[\w./-]+\.(?:js|css)/g) ?? [])];
    let js = 0;
    let css = 0;
    for (const file of files) {
      const body = Buffer.from(await (await fetch(`http://127.0.0.1:${port}${file}`)).arrayBuffer());
      const size = gzipSync(body, { level: 9 }).length / 1000;
      if (file.endsWith('.js')) js += size;
      else css += size;
    }
    rows.push([path.replace(key, ':key'), Buffer.byteLength(html), js, css, String(files.length)]);
  }
  return rows;
}
