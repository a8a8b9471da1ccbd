// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    listing_agreed: {
      given: {
        base: number | null;
        quote: number | null;
      };
      answer: unknown;
    };
  }
}
