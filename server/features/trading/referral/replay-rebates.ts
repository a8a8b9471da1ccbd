import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { type RebateLine, rebateDifferences } from '../../../contract/rules/referral.rules.js';
import type { PostedLeg, RebatedDay, RebatesStore } from './rebates.store.js';

const JOURNALS_AT_ONCE = 20_000n;

export interface ReplayedDay {
  day: RebatedDay;
  /** Journals of trading with a fee of somebody who was invited. */
  fees: number;
  rebates: number;
  /** What does not agree; empty when the day is right to the last decimal. */
  differences: string[];
}

/**
 * Computes a day anew, with nothing but the postings of its journals, who invited whom and the terms of the day, by the rule
 * of the contract, and holds it against what was recorded and against what was paid. It only reads.
 */
export async function replayRebates(store: RebatesStore, day: RebatedDay): Promise<ReplayedDay> {
  const { sums, fees } = await feesOf(store, day);
  const lines = await store.lines(day.day);
  const differences = rebateDifferences(sums, lines);
  const ratios = await store.ratios(day.day, [...new Set(lines.map(({ inviterId }) => inviterId))]);
  for (const { payerId, inviterId, ratio } of lines) {
    const due = ratios.get(inviterId) ?? '0';
    if (!new Decimal(due).equals(ratio)) differences.push(`${payerId}: ratio ${ratio}, the terms say ${due}`);
    if (payerId === inviterId) differences.push(`${payerId}: paid for their own fees`);
  }
  differences.push(...unpaid(lines, await store.paid(day.day)));
  return { day, fees, rebates: lines.length, differences };
}

async function feesOf(
  store: RebatesStore,
  { firstJournal, lastJournal }: RebatedDay,
): Promise<{ sums: Map<string, DecimalText>; fees: number }> {
  const reasons = await store.feeReasons();
  const sums = new Map<string, Decimal>();
  const inviters = new Map<string, string | null>();
  let fees = 0;
  for (let first = BigInt(firstJournal); first <= BigInt(lastJournal); first += JOURNALS_AT_ONCE) {
    const last =
      first + JOURNALS_AT_ONCE - 1n < BigInt(lastJournal) ? first + JOURNALS_AT_ONCE - 1n : BigInt(lastJournal);
    const charged = feesByPayer(await store.legs(String(first), String(last), reasons));
    const strangers = [...new Set(charged.map(({ payerId }) => payerId))].filter((id) => !inviters.has(id));
    const found = await store.invitersOf(strangers);
    for (const id of strangers) inviters.set(id, found.get(id) ?? null);
    for (const { payerId, currencyId, amount } of charged) {
      if (!inviters.get(payerId)) continue;
      const key = `${payerId} ${currencyId}`;
      sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(amount));
      fees += 1;
    }
  }
  return { sums: new Map([...sums].map(([key, sum]) => [key, sum.toFixed()])), fees };
}

/** The fees of each journal, with its one user; a journal of several has nobody who alone paid them. */
function feesByPayer(legs: readonly PostedLeg[]): { payerId: string; currencyId: number; amount: DecimalText }[] {
  const journals = new Map<string, PostedLeg[]>();
  for (const leg of legs) {
    const known = journals.get(leg.journalId);
    if (known) known.push(leg);
    else journals.set(leg.journalId, [leg]);
  }
  return [...journals.values()].flatMap((journal) => {
    const owners = new Set(journal.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId])));
    const [payerId] = owners;
    if (owners.size !== 1 || payerId === undefined) return [];
    return journal
      .filter(({ ownerId, kind }) => ownerId === null && kind === 'fee')
      .map(({ currencyId, amount }) => ({ payerId, currencyId, amount }));
  });
}

/** What inviters were paid that their lines do not say, or the reverse. */
function unpaid(lines: readonly RebateLine[], paid: ReadonlyMap<string, DecimalText>): string[] {
  const due = new Map<string, Decimal>();
  for (const { inviterId, currencyId, amount } of lines) {
    const key = `${inviterId} ${currencyId}`;
    due.set(key, (due.get(key) ?? new Decimal(0)).plus(amount));
  }
  const keys = new Set([...due.keys(), ...paid.keys()]);
  return [...keys].flatMap((key) => {
    const [owed, got] = [due.get(key) ?? new Decimal(0), new Decimal(paid.get(key) ?? '0')];
    return owed.equals(got) ? [] : [`inviter ${key}: ${owed.toFixed()} is due, ${got.toFixed()} was paid`];
  });
}
