// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../database/call-function.js';

declare module '../../database/call-function.js' {
  interface ValueFunctions {
    database_now: {
      given: {
        claimed: Date | null;
      };
      answer: Date;
    };
    require_reached: {
      given: {
        at: Date | null;
      };
      answer: Date;
    };
  }
}
