// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    wallet_adjusted: {
      given: {
        currency: number | null;
        since: Date | null;
        person: string | number | null;
      };
      answer: string;
    };
    wallet_cap_used: {
      given: {
        act: string | null;
        currency: number | null;
        since: Date | null;
        person: string | number | null;
      };
      answer: string;
    };
    wallet_transfer: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        from: string | null;
        to: string | null;
        currency: number | null;
        amount: string | null;
      };
      answer: unknown;
    };
  }

  interface RowFunctions {
    wallet_cap_take: {
      given: {
        act: string | null;
        currency: number | null;
        amount: string | null;
        people: (string | number | null)[] | null;
        waited: boolean | null;
      };
      answer: {
        takenAt: Date;
        byPerson: string;
        byAll: string;
      };
    };
    withdrawal_maximums: {
      given: {
        currency: number | null;
      };
      answer: {
        most: string;
        aDay: string;
      };
    };
  }

  interface ListFunctions {
    wallet_caps: {
      given: {
        act: string | null;
        currency: number | null;
      };
      answer: {
        byPerson: string;
        byAll: string;
      };
    };
  }
}
