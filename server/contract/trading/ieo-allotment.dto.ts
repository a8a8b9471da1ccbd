import { IsOptional, Matches } from 'class-validator';
import { TapeSample } from '../markets/tape.dto.js';
import { OptionalText } from '../text-fields.js';
import { IeoProjectRequest } from './ieo.dto.js';

const ACCOUNT = /^[0-9a-f]{64}$/;

export class IeoRoundView {
  /** 0: the applications as they closed. */
  round: number;
  /** Merkle root (RFC 9162, SHA-256) over the rows of the round. */
  root: string;
  rows: number;
  supply: string;
  units: string;
  sealed_ms: number;
}

export class IeoAllotmentRequest extends IeoProjectRequest {
  /** The account hash after which the rows begin; empty: from the first. */
  @IsOptional()
  @OptionalText(64)
  @Matches(ACCOUNT)
  after?: string;

  /** The beginning of an account hash, to find one. */
  @IsOptional()
  @OptionalText(64)
  @Matches(/^[0-9a-f]{1,64}$/)
  keyword?: string;

  /** 1 to 1000; 100 when not given. */
  @OptionalText(4)
  @Matches(/^[0-9]+$/)
  limit?: string;
}

/** A row of the published table: nobody but its owner knows whose it is. */
export class IeoAllotmentRowView {
  account: string;
  committed: string;
  first: string | null;
  paid: boolean | null;
  second: string | null;
}

/** What a sale was drawn by, and what proves it when the day of the tape has gone. */
export class IeoDrawView {
  market_id: number;
  symbol: string;
  /** When the hour began. */
  hour_ms: number;
  /** The published root of the hour: Merkle (RFC 9162, SHA-256) over its samples. */
  root: string;
  samples: number;
  /** The last sample of the hour, and the hashes beside the way from it to the root, nearest first. */
  last: TapeSample;
  path: string[];
}

/** The published table, sealed by the roots of its rounds before it was shown. */
export class IeoAllotmentView {
  project_id: number;
  code: string;
  name: string;
  currency_name: string;
  supply: string;
  cap: string;
  seed_hash: string;
  /** Null until the first round is sealed. */
  seed: string | null;
  /** 2: equal remainders are drawn by prices, too; 1: by the seed and the root of the applications, as before. */
  order: 1 | 2;
  apply_until_ms: number;
  /** Null until the first round is sealed, and for order 1. */
  draw: IeoDrawView | null;
  rounds: IeoRoundView[];
  rows: IeoAllotmentRowView[];
  /** After which account the next rows begin; null: there are no more. */
  next: string | null;
}
