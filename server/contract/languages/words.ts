import type { RefusalCode } from '../errors.js';

/** The words of every refusal in one language; a code without words does not compile. `{name}` is filled in. */
export type RefusalWords = Record<RefusalCode, string>;
