import type { IeoAllotmentView } from './contract/trading/ieo-allotment.dto.js';
import { readAllotment } from './read-allotment.js';

const HASH = 'ab'.repeat(32);
const TABLE: IeoAllotmentView = {
  project_id: 7,
  code: 'NEW',
  name: 'New coin',
  currency_name: 'USDT',
  supply: '1000',
  cap: '10',
  seed_hash: HASH,
  seed: null,
  order: 2,
  apply_until_ms: 1_780_000_000_000,
  draw: null,
  rounds: [{ round: 0, root: HASH, rows: 1, supply: '1000', units: '5', sealed_ms: 1_780_000_000_000 }],
  rows: [{ account: HASH, committed: '5', first: null, paid: null, second: null }],
  next: null,
};
const read = (change: object) => readAllotment(JSON.stringify({ ...TABLE, ...change }), 'table.json');

describe('the table of a sale that was kept in a file', () => {
  it('is read as it was published', () => {
    expect(read({})).toEqual(TABLE);
  });

  it('is one of a sale that was drawn without prices where it says nothing of them', () => {
    expect(read({ order: undefined, apply_until_ms: undefined, draw: undefined })).toEqual({
      ...TABLE,
      order: 1,
      apply_until_ms: 0,
    });
  });

  it.each([
    ['an order that there is not', { order: 3 }, 'order (invalid_union)'],
    ['units that are a number', { rows: [{ ...TABLE.rows[0], committed: 5 }] }, 'rows.0.committed (invalid_type)'],
    ['units that are none', { supply: '-1' }, 'supply (invalid_format)'],
    ['a root that is none', { rounds: [{ ...TABLE.rounds[0], root: 'x' }] }, 'rounds.0.root (invalid_format)'],
    ['no rows', { rows: undefined }, 'rows (invalid_type)'],
  ])('is refused with %s', (_what, change, fault) => {
    expect(() => read(change)).toThrow(`table.json is not what it has to be: ${fault}`);
  });

  it('is refused where the file is something else', () => {
    expect(() => readAllotment('<html>', 'table.json')).toThrow('table.json is not what it has to be: it is no JSON');
  });
});
