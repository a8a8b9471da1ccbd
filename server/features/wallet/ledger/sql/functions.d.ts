// Written by `npm run sql-types` from the signatures of the files beside it.
import '../../../../platform/database/call-function.js';

declare module '../../../../platform/database/call-function.js' {
  interface ValueFunctions {
    balance_entity: {
      given: {
        demo: boolean | null;
        kind: string | null;
        currency: number | null;
      };
      answer: string;
    };
    balance_event: {
      given: {
        demo: boolean | null;
        kind: string | null;
        currency: number | null;
        delta: string | null;
        after: string | null;
        number: string | number | null;
        reason: string | null;
        journal: string | number | null;
      };
      answer: unknown;
    };
    balance_event_now: {
      given: {
        user: string | number | null;
        account: string | null;
        currency: number | null;
        demo: boolean | null;
        delta: string | null;
        reason: string | null;
        journal: string | number | null;
      };
      answer: unknown;
    };
    balance_events_now: {
      given: {
        user: string | number | null;
        accounts: (string | null)[] | null;
        currencies: (number | null)[] | null;
        demo: boolean | null;
        deltas: (string | null)[] | null;
        reason: string | null;
        journal: string | number | null;
      };
      answer: unknown[];
    };
    books_suspects_anew: {
      given: Record<string, never>;
      answer: unknown;
    };
    ledger_refuse_debit: {
      given: {
        owner: string | number | null;
        kind: string | null;
        currency: number | null;
      };
      answer: unknown;
    };
    ledger_seal_next: {
      given: {
        upto: string | number | null;
        at: Date | null;
      };
      answer: boolean;
    };
    ledger_shard: {
      given: {
        owner: string | number | null;
        kind: string | null;
      };
      answer: number;
    };
    trading_assert_open: {
      given: {
        demo: boolean | null;
      };
      answer: unknown;
    };
    trading_is_open: {
      given: {
        demo: boolean | null;
      };
      answer: boolean;
    };
  }

  interface RowFunctions {
    ledger_post_direct: {
      given: {
        reason: string | null;
        reference: string | null;
        at: Date | null;
        demo: boolean | null;
        owners: (string | number | null)[] | null;
        kinds: (string | null)[] | null;
        currencies: (number | null)[] | null;
        amounts: (string | null)[] | null;
        holds: (string | null)[] | null;
      };
      answer: {
        journalId: string;
        replayed: boolean;
        balances: string[];
        numbers: string[];
      };
    };
  }

  interface ListFunctions {
    ledger_broken_seals: {
      given: {
        first: string | number | null;
        last: string | number | null;
      };
      answer: {
        id: string;
        firstJournal: string;
        lastJournal: string;
      };
    };
    ledger_seal_lines: {
      given: {
        first: string | number | null;
        last: string | number | null;
      };
      answer: {
        journalId: string;
        line: string;
      };
    };
  }
}
