// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    sub_account_freeze: {
      given: {
        user: string | number | null;
        sub: string | number | null;
        frozen: boolean | null;
        at: Date | null;
      };
      answer: boolean;
    };
    sub_account_name: {
      given: {
        user: string | number | null;
        sub: string | number | null;
        label: string | null;
        labelKey: string | null;
      };
      answer: string;
    };
    sub_account_open: {
      given: {
        user: string | number | null;
        label: string | null;
        labelKey: string | null;
        most: number | null;
        at: Date | null;
      };
      answer: string;
    };
  }
}
