import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { TapeSample } from '../markets/tape.dto.js';
import { firstBrokenSample, isInTree, merklePath, merkleRoot, TAPE_START, tapeHash } from './tape.rules.js';

/** Roots that the test of RFC 6962's reference implementation gives for its first 0 to 8 leaves. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const sample = (place: number, values: Partial<TapeSample> = {}): TapeSample => ({
  s: 1_700_000_000_000 + place * 1000,
  sequence: place + 1,
  index: '60000.10',
  indexState: 'ok',
  mark: '60001',
  last: null,
  live: 2,
  constituents: [
    ['one', '60000', 120, true],
    ['two', null, null, false],
  ],
  origin: 'live',
  prevHash: '',
  hash: '',
  ...values,
});

/** A sound slice of one market. */
function chain(count: number, marketId = 3): TapeSample[] {
  const samples: TapeSample[] = [];
  for (let place = 0; place < count; place += 1) {
    const prevHash = samples.at(-1)?.hash ?? TAPE_START;
    const next = sample(place, { prevHash });
    samples.push({ ...next, hash: tapeHash(marketId, next, prevHash) });
  }
  return samples;
}

describe('the hash of a sample', () => {
  it('is SHA-256 over the written-out lines', () => {
    const lines = ['tape1', '3', '1700000000000', '1', '60000.10', 'ok', '60001', '', '2', 'live'];
    const text = [...lines, '[["one","60000",120,true],["two",null,null,false]]', TAPE_START].join('\n');
    expect(tapeHash(3, sample(0), TAPE_START)).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('changes with everything in it', () => {
    const changed: Partial<TapeSample>[] = [
      { s: 1 },
      { sequence: 2 },
      { index: '60000.1' },
      { index: null },
      { indexState: 'degraded' },
      { mark: null, last: '60001' },
      { last: '1' },
      { live: 1 },
      { origin: 'simulated' },
      { constituents: [] },
    ];
    const hashes = changed.map((values) => tapeHash(3, sample(0, values), TAPE_START));
    const others = [tapeHash(4, sample(0), TAPE_START), tapeHash(3, sample(0), 'f'.repeat(64))];
    expect(new Set([...hashes, ...others, tapeHash(3, sample(0), TAPE_START)]).size).toBe(changed.length + 3);
  });
});

describe('a slice', () => {
  it('is sound from anywhere, with gaps in time', () => {
    const samples = chain(6);
    expect(firstBrokenSample(3, samples)).toBe(-1);
    expect(firstBrokenSample(3, samples.slice(2))).toBe(-1);
    expect(firstBrokenSample(3, [])).toBe(-1);
  });

  it('is broken where a sample was changed, left out, put in or moved', () => {
    const samples = chain(6);
    const forged = { ...sample(3, { index: '1' }), prevHash: samples[2]?.hash ?? '' };
    const withForged = samples.with(3, { ...forged, hash: tapeHash(3, forged, forged.prevHash) });
    expect(firstBrokenSample(3, samples.with(3, { ...(samples[3] as TapeSample), index: '1' }))).toBe(3);
    expect(firstBrokenSample(3, withForged)).toBe(4);
    expect(firstBrokenSample(3, samples.toSpliced(3, 1))).toBe(3);
    expect(firstBrokenSample(3, samples.toSpliced(3, 0, samples[0] as TapeSample))).toBe(3);
    expect(firstBrokenSample(4, samples)).toBe(0);
  });
});

describe('the tree', () => {
  it.each(ROOTS.map((root, count) => [count, root] as const))('over %i leaves has the known root', (count, root) => {
    expect(merkleRoot(LEAVES.slice(0, count))).toBe(root);
  });

  it('gives the known path', () => {
    // The audit path of leaf 5 in the tree of 8 leaves, from the same reference test.
    expect(merklePath(LEAVES, 5)).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
  });

  it('proves every leaf, at its own place only', () => {
    const leaf = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
    const trees = fc.uniqueArray(leaf, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(trees, fc.nat(), fc.nat(), (leaves, one, other) => {
        const place = one % leaves.length;
        const path = merklePath(leaves, place);
        const root = merkleRoot(leaves);
        expect(isInTree(leaves[place] as string, place, leaves.length, path, root)).toBe(true);
        const elsewhere = other % leaves.length;
        if (elsewhere === place) return;
        expect(isInTree(leaves[elsewhere] as string, place, leaves.length, path, root)).toBe(false);
        expect(isInTree(leaves[place] as string, elsewhere, leaves.length, path, root)).toBe(false);
        expect(isInTree(leaves[place] as string, place, leaves.length, path.slice(1), root)).toBe(false);
      }),
      { numRuns: 300 },
    );
    expect(isInTree(LEAVES[1] as string, 8, 8, [], ROOTS[8] as string)).toBe(false);
  });
});
