// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    account_session_is_open: {
      given: {
        user: string | number | null;
        session: string | number | null;
        at: Date | null;
      };
      answer: boolean;
    };
  }
}
