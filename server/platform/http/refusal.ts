import type { RefusalCode, RefusalParameters } from '../../contract/errors.js';

/**
 * A refusal that the user may meet. The one filter turns it into the wire's envelope in the user's language.
 * Anything else that is thrown is a bug.
 */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly parameters: RefusalParameters = {},
  ) {
    super(code);
  }
}
