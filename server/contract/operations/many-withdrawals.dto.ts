import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, Matches, ValidateNested } from 'class-validator';
import type { DecimalText } from '../money.js';
import { OptionalText, WrittenText } from '../text-fields.js';
import {
  MANY_WITHDRAWALS_ACTS,
  MANY_WITHDRAWALS_MAX,
  type ManyWithdrawalsAct,
  type ManyWithdrawalsOutcome,
  PICKED_WITHDRAWALS_ACTS,
  type PickedWithdrawalsAct,
} from './words.js';

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

export class PickedWithdrawalRequest {
  @IsString()
  @Matches(/^[1-9][0-9]{0,17}$/)
  id: string;

  /** To be paid: the hash of its transaction or the bank's reference. Left out elsewhere. */
  @OptionalText(140)
  transaction?: string;
}

export class PickedWithdrawalsRequest {
  /** `release`: what waits. `reject`: what waits; the money goes back. `pay`: what is released, has left the house. */
  @IsIn(PICKED_WITHDRAWALS_ACTS)
  act: PickedWithdrawalsAct;

  /** Each by itself, as it was ticked in the list. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MANY_WITHDRAWALS_MAX)
  @ValidateNested({ each: true })
  @Type(() => PickedWithdrawalRequest)
  picked: PickedWithdrawalRequest[];

  /** To reject: in words, which each of the users reads. Left out elsewhere. */
  @OptionalText(500)
  @Matches(/\S.*\S/)
  reason?: string;
}

export class ManyWithdrawalsRowView {
  /** Of the table or of what was ticked, from 1. */
  line: number;
  /** As it stands there. */
  id: string;
  transaction: string | null;
  /** Null: there is no such withdrawal. */
  coin: string | null;
  network: string | null;
  /** What was taken from the account for it: the payout and its fee. */
  amount: DecimalText | null;
  /** What is to be paid out. */
  payout: DecimalText | null;
  /** A release of it takes two. */
  needsSecondPerson: boolean;
  /** It goes to an address or card that was bound by what old clients can bring alone. */
  plainlyProven: boolean;
  outcome: ManyWithdrawalsOutcome;
  /** Why it was refused, in words. */
  problem: string | null;
}

/** Of one coin: the lines that are neither refused nor were done before, together. */
export class ManyWithdrawalsSumView {
  coin: string;
  count: number;
  amount: DecimalText;
  payout: DecimalText;
}

export class ManyWithdrawalsView {
  /** Whether it was carried out: of a table nothing is as long as a line is wrong. */
  carriedOut: boolean;
  rows: ManyWithdrawalsRowView[];
  /** In the order in which the coins come in the rows. */
  sums: ManyWithdrawalsSumView[];
}
