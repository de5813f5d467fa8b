const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** A schema or role name, quoted for SQL text; refuses anything that is not plain lower case. */
export function identifier(name: string): string {
  if (!NAME.test(name)) throw new TypeError('a schema or role name is lower case letters, digits and underscores');
  return `"${name}"`;
}

/** A text constant, quoted for SQL text. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
