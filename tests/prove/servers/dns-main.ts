import { readFileSync } from 'node:fs';
import { startDnsServer } from '@onceover/testing/dns-server';

/*
 * A DNS server as a process. The records are in a file, a JSON object of names and texts, which is read at the start and whenever
 * the parent says so.
 *
 *   node dns-main.ts PORT FILE
 */
const [port = '0', file = ''] = process.argv.slice(2);
const dns = await startDnsServer({ port: Number(port) });

function readRecords(): void {
  const records = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  for (const [name, text] of Object.entries(records)) dns.setTxt(name, text);
}

readRecords();
process.on('message', () => {
  readRecords();
  process.send?.('read');
});
process.stdout.write(`dns is up: ${dns.address}\n`);
