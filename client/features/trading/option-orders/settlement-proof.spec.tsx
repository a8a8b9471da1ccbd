import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TapeSample } from '../../../../server/contract/markets/tape.dto';
import type { OptionOrderView, OptionReceiptView } from '../../../../server/contract/trading/options.dto';
import { tapeHash } from '../../../../server/contract/rules/tape.rules';
import { speak, speakMore } from '../../../languages';
import { optionWords } from '../../../languages/options';
import { changePreferences } from '../../../platform/preferences';
import * as api from './options.api';
import { SettlementProof } from './settlement-proof';

jest.mock('./options.api', () => ({ readTape: jest.fn(), readRoot: jest.fn(), readProof: jest.fn() }));
const [readTape, readRoot, readProof] = [api.readTape, api.readRoot, api.readProof].map((read) =>
  jest.mocked(read as (...given: never[]) => Promise<unknown>),
) as [jest.Mock, jest.Mock, jest.Mock];

const MARKET = 7;
const HOUR_MS = 3_600_000;
const CLOSES = Date.UTC(2026, 0, 5, 12, 15);
const OPENS = CLOSES - 14_000;

/** A sample of the tape, which the last one before the gap and the first one after it are. */
function sampleAt(s: number, sequence: number, prevHash: string): TapeSample {
  const content = { s, sequence, index: '1', indexState: 'ok', mark: '1', last: '1', live: 3, origin: 'live' } as const;
  const hashed = { ...content, constituents: [] };
  return { ...hashed, prevHash, hash: tapeHash(MARKET, hashed, prevHash) };
}
const before = sampleAt(OPENS - 600_000, 1, '0'.repeat(64));
const after = sampleAt(CLOSES + 300_000, 2, before.hash);

/** Nobody fed in the window, nor for minutes around it. */
const receipt = {
  order: { match_id: MARKET, number: '1', fee: '0', winnings: '1', paid: '1', fact_profits: '0' } as OptionOrderView,
  symbol: 'BTC/USDT',
  contract: {
    direction: 'rise',
    entry: '1',
    evenBand: '0',
    closesAt: CLOSES,
    rule: { version: 1, windowSeconds: 15, decimals: 4, constituentsMin: 3, origin: 'live' },
  },
  entryAt: OPENS - 600_000,
  entryIndex: '1',
  entrySample: before,
  samples: [],
  result: 'void',
  price: null,
  reason: 'samples-missing',
  decidedAt: CLOSES,
  proof: null,
} as unknown as OptionReceiptView;

let tape: TapeSample[];
let completeUntil: number;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(optionWords);
});
beforeEach(() => {
  tape = [before, after];
  completeUntil = CLOSES + 2 * HOUR_MS;
  readTape.mockReset().mockImplementation(async (_symbol: string, from: number, to: number) => ({
    samples: tape.filter(({ s }) => s >= from && s <= to),
    completeUntil,
  }));
  readRoot.mockReset().mockResolvedValue(null);
  readProof.mockReset().mockImplementation(async (_symbol: string, second: number) => ({
    sample: [before, after].find(({ s }) => s === second),
    root: null,
    place: 0,
    path: [],
  }));
});

async function rootRow() {
  render(
    <MantineProvider env="test">
      <SettlementProof receipt={receipt} onRenew={async () => receipt} />
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('button'));
  return (await screen.findByText(/^The samples are under/)).closest('li')?.dataset['verdict'];
}

describe('the samples beside a window without any', () => {
  it('are looked for within a minute, and then within an hour', async () => {
    expect(await rootRow()).toBe('later');
    const spans = readTape.mock.calls.map(([, from, to]: [string, number, number]) => [from - OPENS, to - CLOSES]);
    expect(spans).toEqual(
      expect.arrayContaining([
        [-60_000, OPENS - 1000 - CLOSES],
        [-HOUR_MS, OPENS - 1000 - CLOSES],
        [CLOSES + 1000 - OPENS, 60_000],
        [CLOSES + 1000 - OPENS, HOUR_MS],
      ]),
    );
    expect(readProof).toHaveBeenCalledWith('BTC/USDT', after.s);
  });

  it('may still come', async () => {
    tape = [before];
    completeUntil = CLOSES;
    expect(await rootRow()).toBe('later');
  });

  it.each([
    ['before', () => [after]],
    ['after', () => [before]],
  ])('verify nothing where there is none %s', async (_name, left) => {
    tape = left();
    expect(await rootRow()).toBe('unread');
  });
});

describe('a receipt from before its hour was sealed', () => {
  const sealed = { sample: after, root: null, place: 0, path: [] };

  it('is read anew before it is checked, and one with its ways is not', async () => {
    const onRenew = jest.fn(async () => receipt);
    const show = (shown: OptionReceiptView) => (
      <MantineProvider env="test">
        <SettlementProof receipt={shown} onRenew={onRenew} />
      </MantineProvider>
    );
    const { rerender } = render(show(receipt));
    await userEvent.click(screen.getByRole('button'));
    await screen.findByRole('status');
    expect(onRenew).toHaveBeenCalledTimes(1);
    rerender(show({ ...receipt, proof: sealed, entryProof: sealed }));
    await userEvent.click(screen.getByRole('button'));
    await screen.findByRole('status');
    expect(onRenew).toHaveBeenCalledTimes(1);
  });
});
