// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    referral_amount: {
      given: {
        fee: string | null;
        ratio: string | null;
        scale: number | null;
      };
      answer: string;
    };
    referral_day_end: {
      given: {
        day: string | null;
      };
      answer: Date;
    };
    referral_event: {
      given: {
        user: string | number | null;
        version: string | number | null;
        what: string | null;
        day: string | null;
        rebates: string | null;
      };
      answer: unknown;
    };
    referral_fee_reasons: {
      given: Record<string, never>;
      answer: string[];
    };
    referral_fee_sums: {
      given: {
        currencies: (number | null)[] | null;
        fees: (string | null)[] | null;
      };
      answer: unknown;
    };
    referral_gather: {
      given: {
        day: string | null;
        journals: number | null;
        at: Date | null;
      };
      answer: string;
    };
    referral_open_day: {
      given: {
        at: Date | null;
        waiting: string | null;
      };
      answer: string;
    };
    referral_ratio: {
      given: {
        user: string | number | null;
        day: string | null;
      };
      answer: string;
    };
    referral_set_partner: {
      given: {
        user: string | number | null;
        effectiveDay: string | null;
        ratio: string | null;
        at: Date | null;
      };
      answer: unknown;
    };
    referral_set_profile: {
      given: {
        user: string | number | null;
        nickname: string | null;
        nicknameKey: string | null;
        listed: boolean | null;
        at: Date | null;
      };
      answer: unknown;
    };
  }

  interface RowFunctions {
    referral_book: {
      given: {
        day: string | null;
        rebates: number | null;
        at: Date | null;
        except: (string | number | null)[] | null;
      };
      answer: {
        rebates: number;
        users: string[];
      };
    };
  }
}
