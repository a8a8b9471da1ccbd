// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    operators_tied: {
      given: {
        one: string | number | null;
        other: string | number | null;
        since: Date | null;
      };
      answer: boolean;
    };
  }
}
