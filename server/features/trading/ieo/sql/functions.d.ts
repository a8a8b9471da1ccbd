// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    ieo_apply: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        project: number | null;
        units: string | number | null;
      };
      answer: unknown;
    };
    ieo_cancel: {
      given: {
        project: number | null;
        at: Date | null;
      };
      answer: boolean;
    };
    ieo_close: {
      given: {
        project: number | null;
        root: Buffer | null;
        rows: number | null;
        units: string | number | null;
        at: Date | null;
      };
      answer: boolean;
    };
    ieo_draw_record: {
      given: {
        project: number | null;
        at: Date | null;
      };
      answer: boolean;
    };
    ieo_expire: {
      given: {
        at: Date | null;
      };
      answer: number;
    };
    ieo_first_hour: {
      given: {
        instant: Date | null;
      };
      answer: Date;
    };
    ieo_list: {
      given: {
        project: number | null;
        currency: number | null;
        market: number | null;
        at: Date | null;
      };
      answer: unknown;
    };
    ieo_listing_state: {
      given: {
        project: number | null;
        at: Date | null;
      };
      answer: string;
    };
    ieo_pay: {
      given: {
        user: string | number | null;
        route: string | null;
        key: string | null;
        fingerprint: Buffer | null;
        at: Date | null;
        windowSeconds: number | null;
        application: string | number | null;
        round: number | null;
      };
      answer: unknown;
    };
    ieo_publish: {
      given: {
        proposal: string | number | null;
        terms: string | null;
        at: Date | null;
      };
      answer: number;
    };
    ieo_released: {
      given: {
        units: string | number | null;
        parts: number | null;
        done: number | null;
      };
      answer: string;
    };
    ieo_seal: {
      given: {
        project: number | null;
        round: number | null;
        root: Buffer | null;
        applications: (string | number | null)[] | null;
        units: (string | number | null)[] | null;
        at: Date | null;
        draw: Buffer | null;
      };
      answer: boolean;
    };
    ieo_seed_of: {
      given: {
        project: number | null;
        at: Date | null;
      };
      answer: string;
    };
    ieo_settled: {
      given: {
        project: number | null;
        round: number | null;
        at: Date | null;
      };
      answer: boolean;
    };
  }

  interface RowFunctions {
    ieo_lapse: {
      given: {
        project: number | null;
        limit: number | null;
        at: Date | null;
        only: (string | number | null)[] | null;
      };
      answer: {
        applications: number;
        users: string[];
      };
    };
    ieo_lock: {
      given: {
        project: number | null;
        limit: number | null;
        at: Date | null;
        only: (string | number | null)[] | null;
      };
      answer: {
        applications: number;
        users: string[];
      };
    };
    ieo_release: {
      given: {
        limit: number | null;
        at: Date | null;
        only: (string | number | null)[] | null;
      };
      answer: {
        applications: number;
        users: string[];
      };
    };
    ieo_return: {
      given: {
        project: number | null;
        limit: number | null;
        at: Date | null;
        only: (string | number | null)[] | null;
      };
      answer: {
        applications: number;
        users: string[];
      };
    };
    ieo_settle: {
      given: {
        project: number | null;
        round: number | null;
        limit: number | null;
        at: Date | null;
        only: (string | number | null)[] | null;
      };
      answer: {
        applications: number;
        users: string[];
      };
    };
  }

  interface ListFunctions {
    ieo_wishes: {
      given: {
        project: number | null;
        round: number | null;
      };
      answer: {
        id: string;
        weight: string;
        most: string;
      };
    };
  }
}
