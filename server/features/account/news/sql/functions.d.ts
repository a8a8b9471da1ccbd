// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    required_reading_assert: {
      given: {
        user: string | number | null;
        at: Date | null;
      };
      answer: unknown;
    };
  }
}
