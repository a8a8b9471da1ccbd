import type { OptionOrderView, OptionReceiptView } from '../../../../server/contract/trading/options.dto';
import { merklePath, merkleRoot, tapeHash } from '../../../../server/contract/rules/tape.rules';
import type { TapeProofView, TapeRootView, TapeSample } from '../../../../server/contract/markets/tape.dto';
import { checkReceipt, conclusion, type PublicRecord } from './settlement-check';

const MARKET = 7;
const HOUR = Date.UTC(2026, 0, 5, 12);
const OPENED = HOUR + 600_000;
const CLOSES = OPENED + 300_000;
/** The window of B.12 in `documents/formulas.md`: its trimmed mean is 100.1111, below the entry of 100.2, so `fall` wins. */
const WINDOW = '100.1 100.2 100.0 99.9 100.1 100.0 100.1 100.2 100.1 100.0 100.2 100.1 100.1 103.0 103.4'.split(' ');

const AFTERWARDS = ['103.1', '103'];

/**
 * A tape from the entry's second on, one sample a second, hashed and chained as the product does it.
 * @param isFed whether a second has a sample
 */
function aTape(isFed: (s: number) => boolean = () => true): TapeSample[] {
  const prices = ['100.2', ...Array.from({ length: 285 }, () => '100.2'), ...WINDOW, ...AFTERWARDS];
  const samples: TapeSample[] = [];
  for (const [place, index] of prices.entries()) {
    const s = OPENED + place * 1000;
    if (!isFed(s)) continue;
    const content = {
      s,
      sequence: samples.length + 1,
      index,
      indexState: 'ok' as const,
      mark: index,
      last: index,
      live: 3,
      constituents: [],
      origin: 'live' as const,
    };
    const prevHash = samples.at(-1)?.hash ?? '0'.repeat(64);
    samples.push({ ...content, prevHash, hash: tapeHash(MARKET, content, prevHash) });
  }
  return samples;
}

const tape = aTape();
const windowOf = (samples = tape) => samples.filter(({ s }) => s > CLOSES - 15_000 && s <= CLOSES);
const rootOf = (samples: TapeSample[]): TapeRootView => ({
  symbol: 'BTC/USDT',
  marketId: MARKET,
  hour: HOUR,
  root: merkleRoot(samples.map(({ hash }) => hash)),
  samples: samples.length,
  firstSequence: 1,
  lastSequence: samples.length,
  lastHash: samples.at(-1)?.hash ?? '',
  sealedAt: HOUR + 3_600_000,
  auditSeal: null,
  auditHash: null,
});
const root = rootOf(tape);
const proofOf = (place: number, samples = tape): TapeProofView => ({
  sample: samples[place] as TapeSample,
  root: rootOf(samples),
  place,
  path: merklePath(
    samples.map(({ hash }) => hash),
    place,
  ),
});
const order = {
  match_id: MARKET,
  seconds: 300,
  number: '10.00000000',
  fee: '0.10000000',
  winnings: '8.50000000',
  paid: '18.50000000',
  fact_profits: '8.50000000',
  open_price: '100.20000000',
  even_band: '0.00000000',
  direction: 'fall',
  opened_at_ms: OPENED,
  window_from_ms: CLOSES - 14_000,
  closes_at_ms: CLOSES,
  price_decimals: 4,
  constituents_min: 3,
} as OptionOrderView;

const receipt: OptionReceiptView = {
  order,
  symbol: 'BTC/USDT',
  contract: {
    direction: 'fall',
    entry: '100.2',
    evenBand: '0',
    closesAt: CLOSES,
    rule: { version: 1, windowSeconds: 15, decimals: 4, constituentsMin: 3, origin: 'live' },
  },
  entryAt: OPENED,
  entryIndex: '100.2',
  entrySample: tape[0] as TapeSample,
  entryProof: proofOf(0),
  samples: windowOf(),
  result: 'win',
  price: '100.1111',
  reason: null,
  decidedAt: CLOSES + 300,
  proof: proofOf(tape.length - 1 - AFTERWARDS.length),
};
const known: PublicRecord = { samples: windowOf(), root, entryRoot: root };

const wrongOf = (changed: Partial<OptionReceiptView>, record: Partial<PublicRecord> = {}) =>
  Object.entries(checkReceipt({ ...receipt, ...changed }, { ...known, ...record }))
    .filter(([, verdict]) => verdict !== 'right')
    .map(([name, verdict]) => `${name} ${verdict}`);

describe('the check of a settlement', () => {
  it('finds nothing against a sound receipt, and says so', () => {
    expect(wrongOf({})).toEqual([]);
    expect(conclusion(checkReceipt(receipt, known))).toBe('verified');
  });

  it('takes a close that was quoted up to 3 s before the purchase', () => {
    expect(wrongOf({ order: { ...order, opened_at_ms: OPENED + 3000 } })).toEqual([]);
    expect(wrongOf({ order: { ...order, opened_at_ms: OPENED + 3001 } })).toEqual(['rule wrong']);
    expect(wrongOf({ order: { ...order, opened_at_ms: OPENED - 1001 } })).toEqual(['rule wrong']);
  });

  it.each<[string, Partial<OptionReceiptView>, string[]]>([
    ['another result', { result: 'loss' }, ['settlement wrong', 'payment wrong']],
    ['another price', { price: '100.1112' }, ['settlement wrong']],
    ['a void that is none', { result: 'void', price: null, reason: 'stale' }, ['settlement wrong', 'payment wrong']],
    ['less paid than won', { order: { ...order, paid: '18.49999999' } }, ['payment wrong']],
    ['another delivery than the order’s', { order: { ...order, closes_at_ms: CLOSES - 1000 } }, ['rule wrong']],
    ['another entry than its second’s', { entryIndex: '100.3' }, ['entry wrong']],
    ['a missing sample', { samples: windowOf().slice(1) }, ['tape wrong', 'root unread', 'settlement wrong']],
    [
      'a missing sample in between',
      { samples: windowOf().filter((_, n) => n !== 7) },
      ['chain wrong', 'tape wrong', 'settlement wrong'],
    ],
    ['the proof of another sample', { proof: proofOf(3) }, ['root wrong']],
    ['no proof though there is a root', { proof: null }, ['root unread']],
    ['the proof of another entry', { entryProof: proofOf(3) }, ['entryRoot wrong']],
    ['no proof of the entry though there is a root', { entryProof: null }, ['entryRoot unread']],
    ['no sample of the entry', { entrySample: null, entryProof: null }, ['entry wrong']],
  ])('finds %s', (_name, changed, wrong) => {
    expect(wrongOf(changed)).toEqual(wrong);
  });

  it('finds a sample that was changed, and one that was changed with its hash', () => {
    const changed = windowOf().map((sample, n) => (n === 4 ? { ...sample, index: '109' } : sample));
    expect(wrongOf({ samples: changed })).toContain('chain wrong');
    const rehashed = changed.map((sample) => ({ ...sample, hash: tapeHash(MARKET, sample, sample.prevHash) }));
    expect(wrongOf({ samples: rehashed })).toEqual(expect.arrayContaining(['chain wrong', 'tape wrong']));
  });

  it('waits for a root that is not published, and verifies nothing that it could not read', () => {
    const later = checkReceipt({ ...receipt, proof: null }, { ...known, root: 'none' });
    expect([later.root, conclusion(later)]).toEqual(['later', 'so-far']);
    const unread = checkReceipt(receipt, { samples: null, root: null, entryRoot: null });
    expect([unread.tape, unread.root, unread.entryRoot, conclusion(unread)]).toEqual([
      'unread',
      'unread',
      'unread',
      'not',
    ]);
  });

  it('proves the samples by chain and root when the day of the public record is gone, and no others', () => {
    const gone = { samples: [] };
    expect(wrongOf({}, gone)).toEqual(['tape proven']);
    expect(conclusion(checkReceipt(receipt, { ...known, ...gone }))).toBe('verified');
    expect(wrongOf({ samples: windowOf().slice(1) }, gone)).toContain('tape unread');
    expect(wrongOf({ samples: windowOf().slice(0, -1), proof: proofOf(tape.length - 2) }, gone)).toContain(
      'tape unread',
    );
    expect(wrongOf({ proof: null }, gone)).toContain('tape unread');
    const changed = windowOf().map((sample, n) => (n === 4 ? { ...sample, index: '109' } : sample));
    expect(wrongOf({ samples: changed }, gone)).toEqual(expect.arrayContaining(['chain wrong', 'tape unread']));
    const price = { ...(tape[0] as TapeSample), index: '100.1' };
    const entrySample = { ...price, hash: tapeHash(MARKET, price, price.prevHash) };
    const lower = { entrySample, entryIndex: '100.1', contract: { ...receipt.contract, entry: '100.1' } };
    const lowerOrder = { ...order, open_price: '100.1' };
    expect(wrongOf({ ...lower, order: lowerOrder }, gone)).toContain('entryRoot wrong');
  });
});

describe('seconds without a sample at an end of the window', () => {
  /** What is public, and in the receipt, of a tape that was fed in these seconds alone. */
  const gap = (isFed: (s: number) => boolean) => {
    const samples = aTape(isFed);
    const window = windowOf(samples);
    const next = samples.findIndex(({ s }) => s > CLOSES);
    const last = next - 1;
    const before = samples.filter(({ s }) => s <= CLOSES - 15_000).at(-1) ?? null;
    return {
      samples,
      receipt: { ...receipt, samples: window, proof: window.length > 0 ? proofOf(last, samples) : null },
      record: { ...known, root: rootOf(samples), samples: window, before, after: proofOf(next, samples) },
    };
  };
  const rootVerdict = (given: OptionReceiptView, record: PublicRecord) => checkReceipt(given, record).root;

  const FIRST = CLOSES - 14_000;
  const ENDS: [string, (s: number) => boolean][] = [
    ['all of them', (s) => s < FIRST || s > CLOSES],
    ['the first', (s) => s < FIRST || s > FIRST + 1000],
    ['the last', (s) => s !== CLOSES],
    ['the first and the last', (s) => s !== FIRST && s !== CLOSES],
  ];

  it.each(ENDS)('are shown by the samples beside them: %s', (_name, isFed) => {
    const { receipt: given, record } = gap(isFed);
    expect(rootVerdict(given, record)).toBe('right');
  });

  it.each(ENDS)('are not shown by anything else: %s', (_name, isFed) => {
    const { receipt: given, record } = gap(isFed);
    expect(rootVerdict(given, { ...record, before: null, after: null })).toBe('unread');
  });

  it.each(ENDS)('are wrong where samples were left out: %s', (_name, isFed) => {
    const { receipt: given, record } = gap(isFed);
    const whole = windowOf().filter(({ s }) => isFed(s));
    const before = tape.find(({ s }) => s === FIRST - 1000) as TapeSample;
    const left = { ...record, root, before, after: proofOf(tape.length - AFTERWARDS.length) };
    const proof = proofOf(tape.findIndex(({ s }) => s === whole.at(-1)?.s));
    expect(rootVerdict({ ...given, samples: whole, proof: whole.length > 0 ? proof : null }, left)).toBe('wrong');
  });

  it('are to be shown later, as long as nothing has followed or its hour has no root', () => {
    const { receipt: given, record } = gap((s) => s < FIRST || s > CLOSES);
    expect(rootVerdict(given, { ...record, after: 'none' })).toBe('later');
    const unsealed = { ...record.after, root: null, path: [] };
    expect(rootVerdict(given, { ...record, after: unsealed })).toBe('later');
  });

  it.each<[string, (record: ReturnType<typeof gap>['record']) => PublicRecord]>([
    ['one after that is under no root', (record) => ({ ...record, after: { ...record.after, place: 0 } })],
    [
      'one that is not of its hash',
      (record) => ({ ...record, before: record.before && { ...record.before, live: 4 } }),
    ],
  ])('are not shown by %s', (_name, other) => {
    const { receipt: given, record } = gap((s) => s < FIRST || s > CLOSES);
    expect(rootVerdict(given, other(record))).toBe('wrong');
  });

  it('are not shown by a sample of the window itself', () => {
    const [one, two, ...others] = windowOf();
    expect(rootVerdict({ ...receipt, samples: others }, { ...known, before: two ?? null })).toBe('wrong');
    const close = tape.length - 1 - AFTERWARDS.length;
    const cut = { ...receipt, samples: [one, two, ...others].slice(0, -1) as TapeSample[], proof: proofOf(close - 1) };
    expect(rootVerdict(cut, { ...known, after: proofOf(close) })).toBe('wrong');
  });
});
