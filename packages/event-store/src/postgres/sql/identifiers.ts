const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** A schema or role name as it goes into SQL text, quoted; refuses anything that is not plain lower case. */
export function identifier(name: string): string {
  if (!NAME.test(name)) throw new TypeError('a schema or role name is lower case letters, digits and underscores');
  return `"${name}"`;
}

/** A text constant as it goes into SQL text. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
