// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    otc_awarded_alone: {
      given: {
        operator: string | number | null;
        currency: number | null;
        at: Date | null;
      };
      answer: string;
    };
    otc_step_known: {
      given: {
        from: number | null;
        to: number | null;
      };
      answer: boolean;
    };
  }
}
