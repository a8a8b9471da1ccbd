// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    option_buy: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        answer: string | null;
        id: string | number | null;
        market: number | null;
        currency: number | null;
        demo: boolean | null;
        direction: string | null;
        seconds: number | null;
        stake: string | null;
        fee: string | null;
        payoutRatio: string | null;
        feeRatio: string | null;
        winnings: string | null;
        entryAt: Date | null;
        entryIndex: string | null;
        entryPrice: string | null;
        evenBand: string | null;
        origin: string | null;
        closesAt: Date | null;
        ruleVersion: number | null;
        ruleWindowSeconds: number | null;
        priceDecimals: number | null;
        constituentsMin: number | null;
        opened: string | null;
      };
      answer: string;
    };
    option_exposure_of: {
      given: {
        market: number | null;
        currency: number | null;
        demo: boolean | null;
      };
      answer: string;
    };
    option_fee: {
      given: {
        stake: string | null;
        feeRatio: string | null;
        scale: number | null;
      };
      answer: string;
    };
    option_lock_room: {
      given: {
        market: number | null;
        currency: number | null;
        demo: boolean | null;
        winnings: string | null;
      };
      answer: unknown;
    };
    option_movement: {
      given: {
        market: number | null;
        second: Date | null;
      };
      answer: string;
    };
    option_rounded: {
      given: {
        value: string | null;
        decimals: number | null;
      };
      answer: string;
    };
    option_window_seconds: {
      given: {
        seconds: number | null;
      };
      answer: number;
    };
    option_winnings: {
      given: {
        stake: string | null;
        payoutRatio: string | null;
        scale: number | null;
      };
      answer: string;
    };
  }

  interface RowFunctions {
    option_taped: {
      given: {
        market: number | null;
        second: Date | null;
      };
      answer: {
        index: string;
        indexState: string;
        origin: string;
      };
    };
  }
}
