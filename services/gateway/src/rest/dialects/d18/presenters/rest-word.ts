/** A value of one of the graph's enums as `/api/v2` spells it: in lower case. */
export function restWord<Value extends string>(value: Value): Lowercase<Value> {
  return value.toLowerCase() as Lowercase<Value>;
}
