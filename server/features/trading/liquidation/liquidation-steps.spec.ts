import {
  asRow,
  asStep,
  asSteps,
  PlanDatabase,
  type PlanRow,
  planRow,
  type PlanStep,
} from '../../../test/factories/plan-rows.js';

/** What single steps of liquidations come to, by the numbers alone. */
let plans: PlanDatabase;

beforeAll(async () => {
  plans = await PlanDatabase.open();
}, 60_000);
afterAll(() => plans?.close());

const FULL = { kind: 'full', price: '90', priceFrom: 'book' };
const PART = { ...FULL, kind: 'partial', lots: 4 };
const CROSS = { margin_mode: 'cross' } as const;

/** At 90 ten lots lose 10 and cost 0.09, four lose 4 and cost 0.036. */
const WHOLE = { lots: '10', profit: '-10', fee: '0.09', shortfall: '0', margin_left: '0' };

interface Case {
  row?: Partial<PlanRow>;
  item: { kind: string; lots?: number; price: string; priceFrom: string };
  available?: string;
  surplus?: boolean;
}

it.each<[string, Case, object]>([
  [
    'all of an isolated position, what is left goes to the fund',
    { item: FULL, surplus: true },
    { ...WHOLE, kind: 'full', net: '0', insured: '-9.91', bankruptcy: '80' },
  ],
  ['all of it, what is left is its user’s', { item: FULL }, { ...WHOLE, net: '9.91', insured: '0' }],
  [
    'all of it, what is left is little',
    { row: { close_fee_ratio: '0' }, item: { ...FULL, price: '80.5' }, surplus: true },
    { profit: '-19.5', net: '0', insured: '-0.5', margin_left: '0' },
  ],
  [
    'all of a short',
    { row: { side: -1 }, item: { ...FULL, price: '110' }, surplus: true },
    { profit: '-10', fee: '0.11', insured: '-9.89', bankruptcy: '120' },
  ],
  [
    'more than its margin: the rest is lacking',
    { item: { ...FULL, price: '70' }, surplus: true },
    { ...WHOLE, profit: '-20', fee: '0', shortfall: '10', net: '0', insured: '0' },
  ],
  [
    'a part of an isolated position, whose margin stays in it',
    { item: PART, surplus: true },
    {
      kind: 'partial',
      lots: '4',
      profit: '-4',
      fee: '0.036',
      margin_left: '15.964',
      net: '0',
      insured: '0',
      shortfall: '0',
      bankruptcy: '80',
    },
  ],
  [
    'a part that leaves nothing to stand on is all of it',
    { row: { close_fee_ratio: '0' }, item: { ...PART, price: '50' }, surplus: true },
    { kind: 'full', lots: '10', profit: '-20', shortfall: '30', margin_left: '0' },
  ],
  [
    'a part that leaves a little',
    { row: { close_fee_ratio: '0' }, item: { ...PART, price: '50.01' }, surplus: true },
    { kind: 'partial', lots: '4', profit: '-19.996', margin_left: '0.004' },
  ],
  [
    'a part that is all of it',
    { item: { ...PART, lots: 10 }, surplus: true },
    { ...WHOLE, kind: 'full', insured: '-9.91' },
  ],
  [
    'a part of a cross position, whose margin comes free',
    { row: CROSS, item: PART, available: '5', surplus: true },
    {
      kind: 'partial',
      lots: '4',
      profit: '-4',
      fee: '0.036',
      margin_left: '12',
      net: '3.964',
      insured: '0',
      bankruptcy: '75',
    },
  ],
  [
    'all of a cross position',
    { row: CROSS, item: FULL, available: '5' },
    { ...WHOLE, kind: 'full', net: '9.91', insured: '0' },
  ],
  [
    'all of a cross position, whatever was counted',
    { row: CROSS, item: { ...FULL, lots: 4 } },
    { ...WHOLE, net: '9.91' },
  ],
  [
    'all of the last one of an account, what is left goes to the fund',
    { row: CROSS, item: FULL, available: '5', surplus: true },
    { ...WHOLE, net: '0', insured: '-9.91' },
  ],
  [
    'more than a cross position and its account have',
    { row: CROSS, item: { ...FULL, price: '70' }, available: '5', surplus: true },
    { ...WHOLE, profit: '-25', fee: '0', shortfall: '5', net: '-5', insured: '0' },
  ],
  [
    'the gain of another, in part',
    { item: { kind: 'deleveraged', lots: 4, price: '110', priceFrom: 'bankruptcy' } },
    {
      kind: 'deleveraged',
      lots: '4',
      profit: '4',
      fee: '0.044',
      net: '11.956',
      margin_left: '12',
      bankruptcy: null,
      price_from: 'bankruptcy',
    },
  ],
  [
    'the gain of another, all of it',
    { item: { kind: 'deleveraged', lots: 10, price: '110', priceFrom: 'bankruptcy' } },
    { kind: 'deleveraged', lots: '10', profit: '10', fee: '0.11', net: '29.89', margin_left: '0', insured: '0' },
  ],
  [
    'a part that loses more than its own margin: the rest of the margin pays',
    { item: { kind: 'deleveraged', lots: 1, price: '55', priceFrom: 'bankruptcy' } },
    { lots: '1', profit: '-4.5', fee: '0.0055', net: '0', margin_left: '15.4945' },
  ],
])('closes %s', async (_what, { row = {}, item, available = '0', surplus = false }, expected) => {
  const step = await plans.ask(`liquidation_step_of(${asRow(1)}, $2::jsonb, 8::smallint, $3::numeric, $4::boolean)`, [
    planRow(row),
    item,
    available,
    surplus,
  ]);
  expect(step).toMatchObject({ wave: '1', place: null, price: item.price, price_from: item.priceFrom, ...expected });
});

it('a position after a step has fewer lots, the margin that is left and a new version', async () => {
  const after = await plans.ask(`liquidation_after(${asStep(1)})`, [
    { before: planRow({ version: 4 }), lots: 3, margin_left: '12.5' },
  ]);
  expect(after).toMatchObject({ id: '1', lots: '7', margin: '12.5', version: '5', side: '1' });
});

describe('what is taken of the book', () => {
  const LEVELS = [
    ['90', '0.4', '0.4', '0.4'],
    ['89', '5', '0.6', '5'],
  ];
  const takes = (name: string, levels = LEVELS) => ({ takes: { market: 1, book: name, levels } });
  const closed = (values: Partial<PlanStep> = {}): PlanStep => ({
    place: 1,
    kind: 'full',
    lots: 10,
    price_from: 'book',
    before: planRow(),
    item: takes('a'),
    ...values,
  });
  /** Lots of somebody that were closed against position 1. */
  const against = (lots: number, place = 0): PlanStep => ({
    place,
    kind: 'deleveraged',
    lots,
    price_from: 'bankruptcy',
    before: planRow({ id: 2 }),
    item: takes('of another'),
    matched_with: 1,
  });
  const taken = (...steps: PlanStep[]) => plans.ask(`liquidation_takings(${asSteps(1)})`, [steps]);
  const book = (name: string, ...levels: [string, string, string][]) => ({ market: '1', book: name, levels });

  it.each<[string, PlanStep[], object[]]>([
    ['the levels of the decision', [closed()], [book('a', ['90', '0.4', '0.4'], ['89', '5', '0.6'])]],
    ['as far as nobody’s gain was closed for it', [against(7), closed()], [book('a', ['90', '0.4', '0.3'])]],
    ['a level whole', [against(3), against(3), closed()], [book('a', ['90', '0.4', '0.4'])]],
    [
      'what is closed of it',
      [closed({ lots: 5, kind: 'partial' })],
      [book('a', ['90', '0.4', '0.4'], ['89', '5', '0.1'])],
    ],
    ['nothing where all was matched', [against(10), closed()], []],
    ['nothing at the mark', [closed({ price_from: 'mark' })], []],
    ['nothing without levels', [closed({ item: { takes: null } })], []],
    ['nothing of nobody', [], []],
    [
      'of each position its own, in their order',
      [
        closed({ place: 2 }),
        closed({ place: 1, before: planRow({ id: 3 }), item: takes('b', [['88', '2', '1', '2']]) }),
        { ...against(7), place: 3 },
      ],
      [book('b', ['88', '2', '1']), book('a', ['90', '0.4', '0.3'])],
    ],
  ])('is %s', async (_what, steps, expected) => {
    expect(await taken(...steps)).toEqual(expected);
  });
});

describe('waves', () => {
  const step = (place: number, user: number, values: { id?: number; lots?: number; net?: string } = {}): PlanStep => {
    const { id = place, lots = 10, net = '1' } = values;
    return { place, wave: 1, kind: 'full', lots, net, before: planRow({ id, user_id: user }) };
  };
  const PART_OF = { lots: 4 };

  it.each<[string, PlanStep[], number[]]>([
    ['closings of one user go together', [step(1, 7), step(2, 7), step(3, 7)], [1, 1, 1]],
    ['closing and reducing do not', [step(1, 7), step(2, 7, PART_OF), step(3, 7)], [1, 2, 3]],
    ['reducing goes together', [step(1, 7, PART_OF), step(2, 7, PART_OF), step(3, 7)], [1, 1, 2]],
    ['users are by themselves', [step(1, 7), step(2, 8, PART_OF), step(3, 7), step(4, 8)], [1, 1, 1, 2]],
    [
      'what moves no money goes with the first',
      [step(1, 7), step(2, 7, { ...PART_OF, net: '0' }), step(3, 7)],
      [1, 1, 1],
    ],
    [
      'one position is closed once in a wave',
      [step(1, 7, { id: 5, ...PART_OF }), step(2, 7, { id: 5, ...PART_OF })],
      [1, 2],
    ],
    [
      'one position is closed once in a wave, without money too',
      [step(1, 7, { id: 5, ...PART_OF, net: '0' }), step(2, 7, { id: 5, ...PART_OF, net: '0' }), step(3, 7, PART_OF)],
      [1, 2, 2],
    ],
    ['nothing is nothing', [], []],
  ])('%s', async (_what, steps, expected) => {
    const waves = await plans.ask<{ wave: string; place: string }[]>(`liquidation_waves(${asSteps(1)})`, [steps]);
    expect(waves.map(({ wave }) => Number(wave))).toEqual(expected);
    expect(waves.map(({ place }) => Number(place))).toEqual(steps.map(({ place }) => place));
  });
});
