// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    person_accounts: {
      given: {
        person: string | number | null;
      };
      answer: string[];
    };
    person_of: {
      given: {
        user: string | number | null;
      };
      answer: string;
    };
  }
}
