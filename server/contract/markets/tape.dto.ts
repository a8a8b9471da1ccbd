import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { IndexState, PriceOrigin } from './markets.dto.js';
import type { DecimalText } from '../money.js';
import { CONSTITUENTS } from '../tuples.js';

/** Venue, price, age of the price in milliseconds when the sample was taken, and whether the index is made from it. */
export type TapeConstituent = [venue: string, price: DecimalText | null, ageMs: number | null, used: boolean];

/**
 * What was published of a market's index and mark in one second: the record that options and liquidations are decided
 * from. Each sample's hash covers all of it and the hash before it, so that nothing can be changed afterwards without
 * changing everything after it. A second without a sample is a gap: nobody fed then.
 */
export class TapeSample {
  /** The second, Unix milliseconds. */
  s: number;
  /** Counts the samples of the market without gaps. */
  sequence: number;
  /** Null when the index was not to be used. */
  index: DecimalText | null;
  indexState: IndexState;
  mark: DecimalText | null;
  last: DecimalText | null;
  /** Constituents that the index was made from. */
  live: number;
  @ApiProperty(CONSTITUENTS)
  constituents: TapeConstituent[];
  origin: PriceOrigin;
  /** SHA-256 of the market's sample before this one, 64 hexadecimal digits; zeros before the first. */
  prevHash: string;
  /** SHA-256, 64 hexadecimal digits: `tapeHash` of the rules. */
  hash: string;
}

export class TapeSliceView {
  symbol: string;
  marketId: number;
  /** Ascending; at most 3,600. */
  samples: TapeSample[];
  /** Up to here, inclusive, nothing can be added any more, Unix milliseconds; null before the first sample. */
  completeUntil: number | null;
}

/** The root of the Merkle tree over a market's samples of one hour. */
export class TapeRootView {
  symbol: string;
  marketId: number;
  /** Start of the hour, Unix milliseconds. */
  hour: number;
  /** 64 hexadecimal digits. */
  root: string;
  samples: number;
  firstSequence: number;
  lastSequence: number;
  /** Hash of the last sample of the hour. */
  lastHash: string;
  sealedAt: number;
  /**
   * The last seal of the operators' audit log at that time, and its hash, 64 hexadecimal digits: whoever keeps published
   * roots can tell a log that was made anew. Null where there was none.
   */
  auditSeal: string | null;
  auditHash: string | null;
}

/** That a sample is under its hour's published root: `isInTree` of the rules checks it. */
export class TapeProofView {
  sample: TapeSample;
  /** Null while the hour is not sealed. */
  root: TapeRootView | null;
  /** Place of the sample among those of its hour, from 0. */
  place: number;
  /** Hashes beside the way from the sample to the root, nearest first; empty while the hour is not sealed. */
  path: string[];
}

const SYMBOL_MAX = 32;
const INSTANT = /^[0-9]{1,16}$/;

export class TapeSliceRequest {
  @IsString()
  @MaxLength(SYMBOL_MAX)
  symbol: string;

  /** First second, Unix milliseconds. */
  @IsString()
  @Matches(INSTANT)
  from: string;

  /** Last second, inclusive, Unix milliseconds. */
  @IsString()
  @Matches(INSTANT)
  to: string;
}

export class TapeRootsRequest {
  /** All markets where it is left out. */
  @IsOptional()
  @IsString()
  @MaxLength(SYMBOL_MAX)
  symbol?: string;

  /** Hours that start at or after this, Unix milliseconds; the last day where it is left out. At most 1,000 come. */
  @IsOptional()
  @IsString()
  @Matches(INSTANT)
  from?: string;

  @IsOptional()
  @IsString()
  @Matches(INSTANT)
  to?: string;
}

export class TapeProofRequest {
  @IsString()
  @MaxLength(SYMBOL_MAX)
  symbol: string;

  /** The sample's second, Unix milliseconds. */
  @IsString()
  @Matches(INSTANT)
  second: string;
}
