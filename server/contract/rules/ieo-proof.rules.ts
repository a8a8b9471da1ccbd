import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isDrawSound, isFirstHour, type PriceDraw, type PublishedRoot } from './ieo-draw.rules.js';
import { allot, type Wish } from './ieo.rules.js';
import { merkleRoot } from './tape.rules.js';

/**
 * What makes an allotment checkable by anybody. All hashes are SHA-256 of UTF-8 lines that end with their last word, as
 * hexadecimal text; whole numbers are decimal text.
 */

/** A row of the published table, one an account, in the order of the account hashes. */
export interface AllotmentRow {
  account: string;
  /** Units that were applied for. */
  committed: string;
  /** Units of the first round; null before it. */
  first: string | null;
  /** Whether they were paid for in time; null before the payments ended, and where there was nothing to pay for. */
  paid: boolean | null;
  /** Units of the second round; null where there was none for this account. */
  second: string | null;
}

/** What is published of a project beside the rows. */
export interface AllotmentTerms {
  projectId: number;
  supply: string;
  cap: string;
  /** Published with the project, before anybody applied. */
  seedHash: string;
  /** Told when the first round is sealed; null before. */
  seed: string | null;
  /** 1: drawn by the seed and the root of the applications, as sales were that closed before 2: drawn by prices, too. */
  order: 1 | 2;
  /** From when on the hour may begin that it is drawn by, Unix milliseconds: `closedAt` of the close and the seal. */
  closed: number;
  /** What it was drawn by; null before, and for order 1. */
  draw: PriceDraw | null;
  /** Round 0: the applications when they closed. */
  rounds: { round: number; root: string; rows: number; units: string }[];
}

const digest = (...lines: (string | number)[]): string => bytesToHex(sha256(utf8ToBytes(lines.join('\n'))));

/** Who an account is, told only to its owner: nobody else can go through the users without the salt. */
export function accountHash(projectId: number, userId: string, salt: string): string {
  return digest('ieo-account1', projectId, userId, salt);
}

export function seedHash(projectCode: string, seed: string): string {
  return digest('ieo-seed1', projectCode, seed);
}

/** What the order of equal remainders is made of. */
export interface OrderTerms {
  projectId: number;
  seed: string;
  /** That of the applications, round 0. */
  root: string;
  /** The root of the hour that the sale is drawn by; null: order 1, without prices. */
  drawRoot: string | null;
}

/**
 * Decides between equal remainders. Nobody knows it before the hour that follows the close is over: who reads the seed in the
 * database, or guesses it, does not know the prices of that hour while anybody can apply.
 */
export function orderKey({ projectId, seed, root, drawRoot }: OrderTerms, round: number, account: string): string {
  return drawRoot === null
    ? digest('ieo-order1', projectId, round, root, seed, account)
    : digest('ieo-order2', projectId, round, root, seed, drawRoot, account);
}

/** The leaf of a row in the tree of a round; null where the row is not in it. */
export function allotmentLeaf(projectId: number, round: number, row: AllotmentRow, cap: string): string | null {
  if (round === 0) return digest('ieo-commitment1', projectId, row.account, row.committed);
  const wish = wishOf(round, row, BigInt(cap));
  const units = round === 1 ? row.first : row.second;
  if (wish === null || units === null) return null;
  return digest('ieo-allotment1', projectId, round, row.account, wish.weight.toString(), wish.limit.toString(), units);
}

/**
 * What a row takes part in a round with. The first: what was applied for, up to the cap. The second: what is left of that
 * to those who paid for their first lot. Null: it does not take part.
 */
export function wishOf(round: number, row: AllotmentRow, cap: bigint): { weight: bigint; limit: bigint } | null {
  const committed = BigInt(row.committed);
  const most = committed < cap ? committed : cap;
  if (round === 1) return { weight: committed, limit: most };
  const first = BigInt(row.first ?? '0');
  if (row.paid !== true || most <= first) return null;
  return { weight: committed - first, limit: most - first };
}

export interface RoundResult {
  /** Rows that take part, by their place in the table. */
  places: number[];
  units: bigint[];
  supply: bigint;
}

/** A round by the rule. */
export function roundOf(
  round: 1 | 2,
  rows: readonly AllotmentRow[],
  terms: OrderTerms & { supply: string; cap: string },
): RoundResult {
  const cap = BigInt(terms.cap);
  const places: number[] = [];
  const wishes: Wish[] = [];
  let missed = 0n;
  for (const [place, row] of rows.entries()) {
    if (row.paid === false) missed += BigInt(row.first ?? '0');
    const wish = wishOf(round, row, cap);
    if (wish === null) continue;
    places.push(place);
    wishes.push({ ...wish, order: () => orderKey(terms, round, row.account) });
  }
  const supply = round === 1 ? BigInt(terms.supply) : missed;
  return { places, units: allot(wishes, supply), supply };
}

/** The root over the rows of a round. */
export function allotmentRoot(projectId: number, round: number, rows: readonly AllotmentRow[], cap: string): string {
  const leaves = rows.map((row) => allotmentLeaf(projectId, round, row, cap));
  return merkleRoot(leaves.filter((leaf): leaf is string => leaf !== null));
}

export const ALLOTMENT_CHECKS = [
  'order',
  'seed',
  'draw',
  'hour',
  'commitments',
  'first',
  'sum',
  'root',
  'second',
  'second-root',
] as const;
export type AllotmentCheck = (typeof ALLOTMENT_CHECKS)[number];
/** `later`: it is not published yet. */
export type AllotmentVerdict = 'right' | 'wrong' | 'later';

/** The checks that there are of a sale: one that was drawn without prices has none of them. */
export function checksOf({ order }: Pick<AllotmentTerms, 'order'>): readonly AllotmentCheck[] {
  return ALLOTMENT_CHECKS.filter((check) => order === 2 || (check !== 'draw' && check !== 'hour'));
}

/**
 * Computes the whole from the table: whoever published it is not asked.
 * @param roots the published roots of the tape's hours from the close to the draw (`hoursOf`); null: they were not read.
 */
export function checkAllotment(
  code: string,
  terms: AllotmentTerms,
  rows: readonly AllotmentRow[],
  roots: readonly PublishedRoot[] | null,
): Record<AllotmentCheck, AllotmentVerdict> {
  const [applied, one, two] = [0, 1, 2].map((round) => terms.rounds.find((known) => known.round === round));
  const cap = BigInt(terms.cap);
  const verdict = (isRight: boolean): AllotmentVerdict => (isRight ? 'right' : 'wrong');
  const rootIs = (round: 0 | 1 | 2, root: string) => allotmentRoot(terms.projectId, round, rows, terms.cap) === root;
  const { seed, draw, order, closed } = terms;
  const checks: Record<AllotmentCheck, AllotmentVerdict> = {
    order: verdict(rows.every((row, place) => place === 0 || row.account > (rows[place - 1]?.account ?? ''))),
    seed: seed === null ? 'later' : verdict(seedHash(code, seed) === terms.seedHash),
    draw: 'later',
    hour: 'later',
    commitments: applied ? verdict(applied.rows === rows.length && rootIs(0, applied.root)) : 'later',
    first: 'later',
    sum: 'later',
    root: 'later',
    second: 'later',
    'second-root': 'later',
  };
  if (!applied || !one || seed === null) return checks;
  if (order === 2) {
    checks.draw = verdict(draw !== null && isDrawSound(draw, closed));
    const isFirst = draw !== null && roots !== null ? isFirstHour(draw, closed, roots) : null;
    if (isFirst !== null) checks.hour = verdict(isFirst);
  }
  const drawRoot = order === 2 ? (draw?.root ?? '') : null;
  const { projectId, supply: sold } = terms;
  const known = { projectId, supply: sold, cap: terms.cap, seed, root: applied.root, drawRoot };
  checks.first = verdict(isResult(roundOf(1, rows, known), rows, 'first'));
  const given = rows.reduce((sum, row) => sum + BigInt(row.first ?? '0'), 0n);
  const wanted = rows.reduce((sum, row) => sum + (wishOf(1, row, cap)?.limit ?? 0n), 0n);
  const supply = BigInt(terms.supply);
  checks.sum = verdict(given === BigInt(one.units) && given === (wanted < supply ? wanted : supply));
  checks.root = verdict(one.rows === rows.length && rootIs(1, one.root));
  if (!two) return checks;
  const second = roundOf(2, rows, known);
  const isWhole = rows.filter((row) => row.second !== null).length === second.places.length;
  // Who had a lot either paid for it or did not, and nobody else takes part.
  const isPaymentDisclosed = rows.every(({ first, paid }) => (paid !== null) === BigInt(first ?? '0') > 0n);
  const isRight = isWhole && isPaymentDisclosed && isResult(second, rows, 'second');
  checks.second = verdict(isRight && BigInt(two.units) === sum(second.units));
  checks['second-root'] = verdict(two.rows === second.places.length && rootIs(2, two.root));
  return checks;
}

function isResult({ places, units }: RoundResult, rows: readonly AllotmentRow[], column: 'first' | 'second'): boolean {
  return places.every((place, at) => rows[place]?.[column] === units[at]?.toString());
}

const sum = (units: readonly bigint[]): bigint => units.reduce((total, one) => total + one, 0n);

/**
 * A Merkle tree (RFC 9162, SHA-256) whose levels are kept, so that the way to any leaf is a look into each: for thousands of
 * proofs from one table. Same root and paths as `merkleRoot` and `merklePath`.
 */
export class CachedMerkleTree {
  private readonly levels: Uint8Array[][];

  constructor(leaves: readonly string[]) {
    let level: Uint8Array[] = leaves.map((leaf) => sha256(concatBytes(Uint8Array.of(0), hexToBytes(leaf))));
    this.levels = [level];
    while (level.length > 1) {
      const above: Uint8Array[] = [];
      for (let place = 0; place < level.length; place += 2) {
        const [left, right] = [level[place] as Uint8Array, level[place + 1]];
        above.push(right ? sha256(concatBytes(Uint8Array.of(1), left, right)) : left);
      }
      this.levels.push(above);
      level = above;
    }
  }

  get root(): string {
    const [top] = this.levels.at(-1) ?? [];
    return bytesToHex(top ?? sha256(new Uint8Array()));
  }

  /** The hashes beside the way from a leaf to the root, nearest first. */
  path(place: number): string[] {
    const beside: string[] = [];
    let at = place;
    for (const level of this.levels.slice(0, -1)) {
      const neighbour = level[at % 2 === 0 ? at + 1 : at - 1];
      if (neighbour) beside.push(bytesToHex(neighbour));
      at = Math.floor(at / 2);
    }
    return beside;
  }
}
