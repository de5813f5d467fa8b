import { NamedError } from '@onceover/service-kit/errors';
/** An operation has something that is not compiled; it is executed by graphql-js instead. */
export class NotCovered extends NamedError {
  constructor() {
    super('this operation is not compiled');
  }
}

/** Whether a client's name, as the key of an object, would be that object's prototype. */
export function isPrototype(name: string): boolean {
  return name === '__proto__';
}
