import type { EntityManager } from 'typeorm';
import type { DecimalText } from '../../contract/money.js';
import type { Journal, UserAccountKind } from '../../features/wallet/ledger/ledger-journal.js';
import { refusalOf } from '../../features/wallet/ledger/ledger-refusals.js';

export interface PostedBatch {
  /** The journals that were made, in no order. */
  journals: { reference: string; journalId: string }[];
  /** References that were posted before; nothing was moved for them. */
  replayed: string[];
  /** Every user's account that was touched: what the whole batch moved, what it left, and the last posting's number. */
  accounts: {
    owner: string;
    kind: UserAccountKind;
    currencyId: number;
    delta: DecimalText;
    balance: DecimalText;
    sequence: number;
  }[];
}

/**
 * Posts many journals of one reason, instant and book at once by `ledger_post_batch`, as stored functions do: as the owner of the
 * books, for nobody who serves may call it.
 * @throws Refusal where the ledger refuses; nothing of the batch is there then.
 */
export async function postBatch(tx: EntityManager, reason: string, journals: Journal[]): Promise<PostedBatch> {
  const [first] = journals;
  if (!first) return { journals: [], replayed: [], accounts: [] };
  const legs = journals.flatMap(({ reference, legs: own }) => own.map((leg) => ({ ...leg, reference })));
  try {
    const rows: { answer: Answer }[] = await tx.query(
      `select jsonb_build_object('references', b.journal_references, 'ids', b.journal_ids::text[], 'replayed', b.replayed,
          'owners', b.owners::text[], 'kinds', b.kinds, 'currencies', b.currencies, 'deltas', trimmed.deltas,
          'afters', trimmed.afters, 'numbers', b.numbers) as answer
         from ledger_post_batch($1, $2, $3, $4, $5, $6, $7, $8, $9) b
        cross join lateral (select array(select trim_scale(x)::text from unnest(b.deltas) x) as deltas,
                                   array(select trim_scale(x)::text from unnest(b.afters) x) as afters) trimmed`,
      [
        reason,
        new Date(first.at),
        first.demo ?? false,
        legs.map(({ reference }) => reference),
        legs.map(({ owner }) => owner),
        legs.map(({ kind }) => kind),
        legs.map(({ currencyId }) => currencyId),
        legs.map(({ amount }) => amount),
        legs.map(({ hold }) => hold ?? null),
      ],
    );
    return readBatch((rows[0] as { answer: Answer }).answer);
  } catch (error) {
    throw refusalOf(error);
  }
}

interface Answer {
  references: string[];
  ids: string[];
  replayed: string[];
  owners: string[];
  kinds: UserAccountKind[];
  currencies: number[];
  deltas: DecimalText[];
  afters: DecimalText[];
  numbers: number[];
}

function readBatch(raw: Answer): PostedBatch {
  return {
    journals: raw.references.map((reference, index) => ({ reference, journalId: raw.ids[index] as string })),
    replayed: raw.replayed,
    accounts: raw.owners.map((owner, index) => ({
      owner,
      kind: raw.kinds[index] as UserAccountKind,
      currencyId: raw.currencies[index] as number,
      delta: raw.deltas[index] as DecimalText,
      balance: raw.afters[index] as DecimalText,
      sequence: raw.numbers[index] as number,
    })),
  };
}
