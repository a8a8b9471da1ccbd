import type { RefusalCode, RefusalParameters } from '../../contract/errors.js';

/**
 * A refusal that the user may meet. The one filter turns it into the wire's envelope in the user's language.
 * Anything else that is thrown is a bug.
 */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly parameters: RefusalParameters = {},
    /** Words around those of the code, which are their `reason`: what it means for the whole that was asked for. */
    readonly within: RefusalCode | null = null,
  ) {
    super(code);
  }
}
