/** Why an operator does something, as events say it: the values of the graph's `OperatorReason` in small letters. */
export const operatorReasons = ['owner-asked', 'abuse', 'security', 'billing', 'legal', 'maintenance'] as const;
