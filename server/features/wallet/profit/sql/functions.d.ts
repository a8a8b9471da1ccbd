// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    recorded_price: {
      given: {
        currency: number | null;
        at: Date | null;
      };
      answer: string;
    };
  }
}
