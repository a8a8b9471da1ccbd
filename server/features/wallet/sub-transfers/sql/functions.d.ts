// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    sub_account_transfer: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        fromUser: string | number | null;
        toUser: string | number | null;
        from: string | null;
        to: string | null;
        currency: number | null;
        amount: string | null;
      };
      answer: unknown;
    };
  }
}
