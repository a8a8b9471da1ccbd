// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    joint_price: {
      given: {
        amounts: (string | null)[] | null;
        prices: (string | null)[] | null;
      };
      answer: string;
    };
    recorded_price: {
      given: {
        currency: number | null;
        at: Date | null;
      };
      answer: string;
    };
  }
}
