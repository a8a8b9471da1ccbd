import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import type { DecimalText } from '../money.js';
import { WrittenText } from '../text-fields.js';
import { MANY_WITHDRAWALS_ACTS, type ManyWithdrawalsAct, type ManyWithdrawalsOutcome } from './words.js';

export class ManyWithdrawalsRequest {
  /** `release`: what waits. `pay`: what is released, has left the house. */
  @IsIn(MANY_WITHDRAWALS_ACTS)
  act: ManyWithdrawalsAct;

  /** A line for each: its number and, to be paid, the hash of its transaction or the bank's reference. Commas, semicolons or tabs between; a first line of titles is skipped. 200 lines at most. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ',') : value,
  )
  @WrittenText(40_000)
  table: string;
}

export class ManyWithdrawalsRowView {
  /** Of the table, from 1. */
  line: number;
  /** As it stands there. */
  id: string;
  transaction: string | null;
  /** Null: there is no such withdrawal. */
  coin: string | null;
  network: string | null;
  /** What is to be paid out. */
  payout: DecimalText | null;
  /** A release of it takes two. */
  needsSecondPerson: boolean;
  outcome: ManyWithdrawalsOutcome;
  /** Why it was refused, in words. */
  problem: string | null;
}

export class ManyWithdrawalsView {
  /** Whether it was carried out: nothing is as long as a line is wrong. */
  carriedOut: boolean;
  rows: ManyWithdrawalsRowView[];
}
