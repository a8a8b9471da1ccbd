// Written by `npm run sql-types` from the signatures of the files beside it.
import '../call-function.js';

declare module '../call-function.js' {
  interface ValueFunctions {
    amount_charged: {
      given: {
        value: string | null;
        scale: number | null;
      };
      answer: string;
    };
    amount_gained: {
      given: {
        value: string | null;
        scale: number | null;
      };
      answer: string;
    };
  }
}
