import { spawn } from 'node:child_process';
import { once } from 'node:events';

type Value = string | number | boolean | null | undefined | Value[] | { readonly [name: string]: Value };
type Scope = Readonly<Record<string, Value>>;
type Expression = (scope: Scope) => Value;
type Attributes = ReadonlyMap<string, Expression>;

interface Block {
  /** Its type and its labels, such as `data.external.link`. */
  readonly name: string;
  readonly attributes: Attributes;
}

interface Terraform {
  /** The folder of the module. */
  readonly place: string;
  readonly env: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, Value>>;
}

interface Output {
  readonly value: Value;
  readonly sensitive: Value;
}

/**
 * Does what `terraform apply` does with variables, data of the provider `external` and outputs; throws at everything else. Returns the
 * outputs by their names.
 */
export async function applyTerraform(text: string, { place, env, vars }: Terraform): Promise<Record<string, Output>> {
  const blocks = new Parser(text).blocks();
  const of = (type: string) =>
    blocks.filter(({ name }) => name.startsWith(`${type}.`)).map((block) => ({ ...block, label: lastOf(block.name) }));
  if (blocks.length !== of('variable').length + of('data').length + of('output').length)
    throw new Error('unknown block');
  const values: Record<string, Value> = {};
  for (const { label, attributes } of of('variable')) values[label] = vars[label] ?? attributes.get('default')?.({});
  const scope: Scope = { var: values, path: { module: '.' } };
  const external: Record<string, Value> = {};
  for (const { name, label, attributes } of of('data')) {
    if (!name.startsWith('data.external.')) throw new Error(`no provider for ${name}`);
    const given = (attribute: string) => attributes.get(attribute)?.(scope);
    const many = Number(given('count') ?? 1);
    const instances = Array.from({ length: many }, () => readExternal(given('program'), given('query'), place, env));
    external[label] = (await Promise.all(instances)).map((result) => ({ result }));
  }
  const known = { ...scope, data: { external } };
  const outputs = of('output').map(({ label, attributes }) => {
    const given = (attribute: string) => attributes.get(attribute)?.(known);
    return [label, { value: given('value'), sensitive: given('sensitive') }] as const;
  });
  return Object.fromEntries(outputs);
}

const lastOf = (name: string) => name.split('.').at(-1) ?? '';

/** The provider's protocol: texts as JSON by standard input, texts as JSON by standard output. */
async function readExternal(program: Value, query: Value, cwd: string, env: Terraform['env']): Promise<Value> {
  const [file = '', ...words] = textsOf(program);
  textsOf(Object.values(query ?? {}));
  const child = spawn(file, words, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  child.stdin.end(JSON.stringify(query));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`External Program Execution Failed: ${stderr}`);
  const result = JSON.parse(stdout) as Record<string, Value>;
  textsOf(Object.values(result));
  return result;
}

function textsOf(value: Value): readonly string[] {
  if (!Array.isArray(value)) throw new Error('no list');
  return value.map((each) => {
    if (typeof each !== 'string') throw new Error(`no text: ${each}`);
    return each;
  });
}

const tokenPattern = /\s*("[^"]*"|\d+|[A-Za-z_]\w*|\[\*\]|[.={}[\](),?:])/y;

class Parser {
  readonly #tokens: string[] = [];

  constructor(text: string) {
    const all = text.trimEnd();
    tokenPattern.lastIndex = 0;
    while (tokenPattern.lastIndex < all.length) {
      const at = tokenPattern.lastIndex;
      const [, token] = tokenPattern.exec(all) ?? [];
      if (token === undefined) throw new Error(`this Terraform does not know: ${all.slice(at, at + 40)}`);
      this.#tokens.push(token);
    }
  }

  blocks(): readonly Block[] {
    const found: Block[] = [];
    while (this.#tokens.length > 0) found.push(this.#block());
    return found;
  }

  #block(): Block {
    const names = [this.#next()];
    while (this.#tokens[0] !== '{') names.push(this.#next().slice(1, -1));
    return { name: names.join('.'), attributes: this.#attributes() };
  }

  #attributes(): Attributes {
    const attributes = new Map<string, Expression>();
    this.#expect('{');
    while (this.#tokens[0] !== '}') {
      const name = this.#next();
      this.#expect('=');
      attributes.set(name, this.#expression());
      if (this.#tokens[0] === ',') this.#next();
    }
    this.#expect('}');
    return attributes;
  }

  #expression(): Expression {
    const condition = this.#primary();
    if (this.#tokens[0] !== '?') return condition;
    this.#next();
    const yes = this.#expression();
    this.#expect(':');
    const no = this.#expression();
    return (scope) => (condition(scope) === true ? yes(scope) : no(scope));
  }

  #primary(): Expression {
    const [token = ''] = this.#tokens;
    if (token === '[') return this.#list();
    if (token === '{') {
      const attributes = this.#attributes();
      return (scope) => Object.fromEntries([...attributes].map(([name, value]) => [name, value(scope)]));
    }
    this.#next();
    if (token.startsWith('"')) return (scope) => filled(token.slice(1, -1), scope);
    if (/^\d+$/.test(token)) return () => Number(token);
    if (token === 'true' || token === 'false') return () => token === 'true';
    if (token === 'one') return this.#one();
    return this.#traversal(token);
  }

  #list(): Expression {
    const items: Expression[] = [];
    this.#expect('[');
    while (this.#tokens[0] !== ']') {
      items.push(this.#expression());
      if (this.#tokens[0] === ',') this.#next();
    }
    this.#expect(']');
    return (scope) => items.map((item) => item(scope));
  }

  /** `null` of an empty list, the only item of another. */
  #one(): Expression {
    this.#expect('(');
    const items = this.#expression();
    this.#expect(')');
    return (scope) => {
      const value = items(scope);
      if (!Array.isArray(value) || value.length > 1) throw new Error('one() takes a list of at most one');
      return value[0] ?? null;
    };
  }

  /** Also a type, such as `string`, which nobody evaluates. */
  #traversal(root: string): Expression {
    const steps = [root];
    while (this.#tokens[0] === '.' || this.#tokens[0] === '[*]') {
      const sign = this.#next();
      steps.push(sign === '[*]' ? sign : this.#next());
    }
    return (scope) => followed(scope, steps);
  }

  #next(): string {
    const token = this.#tokens.shift();
    if (token === undefined) throw new Error('the file ends in the middle');
    return token;
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token) throw new Error(`${token} was expected, not ${found}`);
  }
}

function filled(text: string, scope: Scope): string {
  return text.replace(/\$\{([\w.]+)\}/g, (_all, path: string) => String(followed(scope, path.split('.'))));
}

function followed(value: Value, steps: readonly string[]): Value {
  const [step, ...others] = steps;
  if (step === undefined) return value;
  if (step === '[*]') return Array.isArray(value) ? value.map((each) => followed(each, others)) : undefined;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error(`nothing has ${step}`);
  return followed(value[step], others);
}
