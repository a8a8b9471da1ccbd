// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    futures_amend: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        id: string | number | null;
        version: string | number | null;
        lots: number | null;
        limitPrice: string | null;
        reserve: string | null;
        price: string | null;
        margin: string | null;
        fee: string | null;
        marketPrice: string | null;
        newLeverage: number | null;
        newSince: Date | null;
        marks: string | null;
        taking: string | null;
      };
      answer: unknown;
    };
    futures_closing_amend: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        id: string | number | null;
        closing: string | number | null;
        lots: number | null;
        limitPrice: string | null;
        waiting: number | null;
      };
      answer: unknown;
    };
    futures_portions: {
      given: {
        open: (number | null)[] | null;
        wanted: number | null;
      };
      answer: number[];
    };
    futures_reduce: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        market: number | null;
        demo: boolean | null;
        side: number | null;
        marginMode: string | null;
        lots: number | null;
        priced: number | null;
        price: string | null;
        taking: string | null;
      };
      answer: unknown;
    };
    futures_reduce_place: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        market: number | null;
        demo: boolean | null;
        side: number | null;
        marginMode: string | null;
        lots: number | null;
        limitPrice: string | null;
        most: number | null;
      };
      answer: unknown;
    };
    futures_reverse: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        id: string | number | null;
        priced: number | null;
        closePrice: string | null;
        lotSize: string | null;
        marketPrice: string | null;
        entryPrice: string | null;
        margin: string | null;
        fee: string | null;
        openFeeRatio: string | null;
        closeFeeRatio: string | null;
        openRows: number | null;
        newLeverage: number | null;
        newSince: Date | null;
        marks: string | null;
        taking: string | null;
      };
      answer: unknown;
    };
    futures_submit: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        market: number | null;
        currency: number | null;
        demo: boolean | null;
        side: number | null;
        priceType: string | null;
        marginMode: string | null;
        status: number | null;
        leverage: number | null;
        lotSize: string | null;
        lots: number | null;
        limitPrice: string | null;
        marketPrice: string | null;
        entryPrice: string | null;
        takeProfit: string | null;
        takeProfitSource: string | null;
        stopLoss: string | null;
        stopLossSource: string | null;
        margin: string | null;
        fee: string | null;
        openFeeRatio: string | null;
        closeFeeRatio: string | null;
        openRows: number | null;
        newLeverage: number | null;
        newSince: Date | null;
        marks: string | null;
        taking: string | null;
      };
      answer: unknown;
    };
    futures_waiting_portions: {
      given: {
        lots: (number | null)[] | null;
        reserved: (number | null)[] | null;
        orders: (number | null)[] | null;
        most: number | null;
        wanted: number | null;
      };
      answer: number[];
    };
  }

  interface RowFunctions {
    futures_open_one: {
      given: {
        user: string | number | null;
        market: number | null;
        currency: number | null;
        demo: boolean | null;
        side: number | null;
        priceType: string | null;
        marginMode: string | null;
        status: number | null;
        leverage: number | null;
        lotSize: string | null;
        lots: number | null;
        limitPrice: string | null;
        marketPrice: string | null;
        entryPrice: string | null;
        takeProfit: string | null;
        takeProfitSource: string | null;
        stopLoss: string | null;
        stopLossSource: string | null;
        margin: string | null;
        fee: string | null;
        openFeeRatio: string | null;
        closeFeeRatio: string | null;
        openRows: number | null;
        newLeverage: number | null;
        newSince: Date | null;
        marks: string | null;
        at: Date | null;
        hasRoom: boolean | null;
      };
      answer: {
        kinds: string[];
        events: unknown[];
      };
    };
  }
}
