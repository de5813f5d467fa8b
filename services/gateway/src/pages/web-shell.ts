import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type WebShell, webShellSchema } from '@onceover/schema/web/shell';

/** The web app has not been built, or its build does not match this gateway. */
export class WebNotBuilt extends Error {
  override readonly name = 'WebNotBuilt';
}

/** Reads what the web build says about its pages. Throws `WebNotBuilt`. */
export async function readWebShell(webDist: string): Promise<WebShell> {
  const path = join(webDist, 'shell.json');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new WebNotBuilt(`${path} cannot be read; build the web app first`, { cause: error });
  }
  const parsed = webShellSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new WebNotBuilt(`${path} does not fit: ${parsed.error.issues[0]?.message}`);
  return parsed.data;
}
