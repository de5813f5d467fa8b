import type { MessageAnswer } from '@onceover/schema/rest/doors';
import type { RestAnswer } from '../../../answers/rest-answer.ts';
import type { RestRequest } from '../../rest-route.ts';

/** The answer of a door whose result comes by mail: the same for every address. */
export function answered(
  { caller, shrimp }: Pick<RestRequest<unknown>, 'caller' | 'shrimp'>,
  message: string,
  onward: Pick<RestAnswer, 'goTo' | 'notice'>,
): RestAnswer & { readonly body: MessageAnswer } {
  const custid = caller.kind === 'customer' ? caller.custid : 'anon';
  return { body: { success: true, shrimp, custid, record: {}, details: { message } }, ...onward };
}
