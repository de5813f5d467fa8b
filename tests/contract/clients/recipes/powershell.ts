type Value = string | number | Buffer | null | { readonly [name: string]: Value };
type Variables = Map<string, Value>;

interface PowerShell {
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Does what PowerShell does with a script of assignments, hashtables, strings, the methods that encode credentials and
 * `Invoke-RestMethod @parameters`. Resolves with what it prints; throws at everything else, and at a refusal, as it does.
 */
export async function runPowerShell(script: string, { env }: PowerShell): Promise<string> {
  const parser = new Parser(script, env);
  const printed: Value[] = [];
  while (parser.hasMore) {
    const value = await parser.statement();
    if (value !== undefined) printed.push(value);
  }
  return printed.map((value) => `${value}\n`).join('');
}

/** One word, sign or text at a time, longest first. */
const tokenPattern =
  /\s*(\$\{env:\w+\}|\$env:\w+|\$\w+|@\{|@\w+|\[[\w.]+\]::|'[^']*'|"[^"]*"|[A-Z][a-z]+-[A-Za-z]+|\w+|[.=;(){}])/y;

class Parser {
  readonly #tokens: string[] = [];
  readonly #env: PowerShell['env'];
  readonly #variables: Variables = new Map();

  constructor(script: string, env: PowerShell['env']) {
    this.#env = env;
    const text = script.trimEnd();
    tokenPattern.lastIndex = 0;
    while (tokenPattern.lastIndex < text.length) {
      const at = tokenPattern.lastIndex;
      const [, token] = tokenPattern.exec(text) ?? [];
      if (token === undefined) throw new Error(`this PowerShell does not know: ${text.slice(at, at + 40)}`);
      this.#tokens.push(token);
    }
  }

  get hasMore(): boolean {
    return this.#tokens.length > 0;
  }

  /** Undefined for an assignment, which prints nothing. */
  async statement(): Promise<Value | undefined> {
    const [name = '', sign] = this.#tokens;
    if (sign !== '=') return await this.#command();
    this.#tokens.splice(0, 2);
    this.#variables.set(name.slice(1).toLowerCase(), await this.#command());
    return undefined;
  }

  async #command(): Promise<Value> {
    if (this.#tokens[0] !== 'Invoke-RestMethod') return this.#expression();
    const [, splat = ''] = this.#tokens.splice(0, 2);
    if (!splat.startsWith('@')) throw new Error('this PowerShell knows only parameters of a hashtable');
    return await invokeRestMethod(this.#variable(splat.slice(1)));
  }

  #expression(): Value {
    let value = this.#primary();
    while (this.#tokens[0] === '.') {
      this.#tokens.shift();
      value = member(value, this.#tokens.shift() ?? '');
    }
    return value;
  }

  #primary(): Value {
    const token = this.#tokens.shift() ?? '';
    if (token === '@{') return this.#hashtable();
    if (token === '[Convert]::') return bytesOf(this.#argumentOf('ToBase64String')).toString('base64');
    if (token === '[Text.Encoding]::') {
      this.#expect('UTF8');
      this.#expect('.');
      return Buffer.from(String(this.#argumentOf('GetBytes')), 'utf8');
    }
    if (token.startsWith("'")) return token.slice(1, -1);
    if (token.startsWith('"')) return this.#filled(token.slice(1, -1));
    if (token.startsWith('$')) return this.#reference(token);
    if (/^\d+$/.test(token)) return Number(token);
    throw new Error(`this PowerShell does not know ${token}`);
  }

  #hashtable(): Value {
    const table: Record<string, Value> = {};
    while (this.#tokens[0] !== '}') {
      const name = this.#tokens.shift() ?? '';
      this.#expect('=');
      table[name] = this.#expression();
      if (this.#tokens[0] === ';') this.#tokens.shift();
    }
    this.#tokens.shift();
    return table;
  }

  #argumentOf(method: string): Value {
    this.#expect(method);
    this.#expect('(');
    const value = this.#expression();
    this.#expect(')');
    return value;
  }

  #filled(text: string): string {
    return text.replace(/\$\{env:\w+\}|\$env:\w+|\$\w+/g, (reference) => String(this.#reference(reference) ?? ''));
  }

  #reference(token: string): Value {
    const [, variable] = /^\$\{?env:(\w+)\}?$/.exec(token) ?? [];
    return variable === undefined ? this.#variable(token.slice(1)) : (this.#env[variable] ?? null);
  }

  #variable(name: string): Value {
    const value = this.#variables.get(name.toLowerCase());
    if (value === undefined) throw new Error(`$${name} was never set`);
    return value;
  }

  #expect(token: string): void {
    const found = this.#tokens.shift();
    if (found !== token) throw new Error(`${token} was expected, not ${found}`);
  }
}

function bytesOf(value: Value): Buffer {
  if (Buffer.isBuffer(value)) return value;
  throw new Error('ToBase64String takes bytes');
}

/** A member that is not there is `$null`. */
function member(value: Value, name: string): Value {
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return null;
  const found = Object.keys(value).find((each) => each.toLowerCase() === name.toLowerCase());
  return found === undefined ? null : (value[found] ?? null);
}

function textsOf(value: Value): Record<string, string> {
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) throw new Error('no hashtable');
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each ?? '')]));
}

/** A body that is a hashtable is a form. */
async function invokeRestMethod(parameters: Value): Promise<Value> {
  const known = ['Uri', 'Method', 'Headers', 'Body'];
  for (const name of Object.keys(parameters ?? {})) {
    if (!known.includes(name)) throw new Error(`this PowerShell does not know -${name}`);
  }
  const answer = await fetch(String(member(parameters, 'Uri')), {
    method: String(member(parameters, 'Method')).toUpperCase(),
    headers: textsOf(member(parameters, 'Headers')),
    body: new URLSearchParams(textsOf(member(parameters, 'Body'))),
  });
  if (!answer.ok) throw new Error(`Response status code does not indicate success: ${answer.status}`);
  return (await answer.json()) as Value;
}
