/**
 * Objects as one document, which `jsonb_populate_recordset` reads as rows of a table: `tenantRef` is its column `tenant_ref`,
 * and bytes are in hexadecimal. A statement then has the same text however many rows there are.
 */
export function tableRows(rows: readonly object[]): string {
  return JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(columnOf))));
}

function columnOf([name, value]: [string, unknown]): [string, unknown] {
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [column, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value];
}
