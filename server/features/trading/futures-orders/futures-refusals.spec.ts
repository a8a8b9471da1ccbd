import { Refusal } from '../../../platform/http/refusal.js';
import { futuresRefusalOf, reversalRefusalOf, sizeRefusal, stopsRefusal, withinReversal } from './futures-refusals.js';

/** What the database raises, as its driver hands it on. */
const raised = (code: string, detail?: string) => Object.assign(new Error(code), { code, detail });

const CASES: [string, string | undefined, string, object][] = [
  ['FU001', undefined, 'futures.not-found', {}],
  ['FU002', undefined, 'futures.not-open', {}],
  ['FU003', undefined, 'futures.no-room', {}],
  ['FU004', undefined, 'futures.too-many', { maximum: 200 }],
  ['FU005', undefined, 'futures.leverage', { maximum: 10 }],
  ['FU006', undefined, 'market.not-offered', {}],
  ['FU007', undefined, 'futures.changed', {}],
  ['FU008', undefined, 'futures.cross-margin', {}],
  ['FU010', undefined, 'market.stale', {}],
  ['FU011', '25', 'futures.size-for-leverage', { maximum: 25 }],
  ['FU011', undefined, 'futures.size-for-leverage', { maximum: Number.NaN }],
  ['FU012', undefined, 'futures.backed-by-others', {}],
  ['FU013', '3', 'futures.closing-lots', { lots: 3 }],
  ['FU014', undefined, 'futures.too-many-closings', { maximum: 10 }],
  ['FU015', undefined, 'futures.nothing-to-reduce', {}],
  ['FU016', undefined, 'futures.closing-lots', { lots: 0 }],
  ['LG001', undefined, 'ledger.insufficient-balance', {}],
];

it.each(CASES)('%s with %s is %s', (code, detail, expected, parameters) => {
  expect(futuresRefusalOf(raised(code, detail), 10)).toMatchObject({ code: expected, parameters });
});

it('what nobody refused comes back as it is', () => {
  const broken = new Error('broken');
  expect(futuresRefusalOf(broken)).toBe(broken);
  expect(reversalRefusalOf(broken, 10)).toBe(broken);
});

describe('of a reversal', () => {
  it.each(CASES)(
    '%s with %s says what became of the position, as far as it could be closed',
    (code, detail, expected) => {
      const ofClosing = ['futures.not-found', 'futures.not-open', 'futures.backed-by-others'].includes(expected);
      const refusal = reversalRefusalOf(raised(code, detail), 10) as Refusal;
      expect([refusal.code, refusal.within]).toEqual([expected, ofClosing ? null : 'futures.not-reversed']);
    },
  );

  it('what was refused before is refused as it was', () => {
    const refusal = new Refusal('futures.leverage', { maximum: 5 });
    expect(reversalRefusalOf(refusal, 10)).toBe(refusal);
  });

  it('what is asked of the other side alone says that nothing was closed', async () => {
    const refusing = withinReversal(async () => {
      throw new Refusal('futures.leverage', { maximum: 5 });
    });
    await expect(refusing).rejects.toMatchObject({
      code: 'futures.leverage',
      parameters: { maximum: 5 },
      within: 'futures.not-reversed',
    });
    await expect(withinReversal(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(withinReversal(async () => 1)).resolves.toBe(1);
  });
});

it('stops and sizes are refused with their numbers', () => {
  expect(sizeRefusal(5)).toMatchObject({ code: 'futures.size-for-leverage', parameters: { maximum: 5 } });
  expect(stopsRefusal({ stop: 'beyond-liquidation', price: '1', liquidation: '2' })).toMatchObject({
    code: 'futures.stop-beyond-liquidation',
    parameters: { stop: '1', liquidation: '2' },
  });
  expect(stopsRefusal({ stop: 'stop-loss', must: 'below', bound: '3' })).toMatchObject({
    code: 'futures.stop-loss-below',
    parameters: { price: '3' },
  });
});
