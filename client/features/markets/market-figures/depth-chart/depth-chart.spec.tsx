import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { speak, speakMore } from '../../../../languages';
import { depthChartWords } from '../../../../languages/depth-chart';
import { changePreferences } from '../../../../platform/preferences';
import type { Market } from '../../market-list';
import type { Book } from './depth.rules';
import { DepthChart } from './depth-chart';

jest.mock('../../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../../platform/use-channel'),
  useChannel: () => view,
}));

const BOOK: Book = {
  bids: [
    ['99', '1'],
    ['98', '2'],
  ],
  asks: [
    ['101', '1.5'],
    ['103', '0.5'],
  ],
};
const EMPTY: Book = { bids: [], asks: [] };
const market = { symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', priceDecimals: 2, quantityDecimals: 3 } as Market;
const taken = jest.fn();
let view: { state: Book | null; status: string; at: number; refusal: null };
const live = (state: Book | null, status = 'live') => ({ state, status, at: 0, refusal: null });

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(depthChartWords);
});
beforeEach(() => {
  taken.mockReset();
  view = live(BOOK);
});

const tree = (onPrice: typeof taken | undefined = taken) => (
  <MantineProvider env="test">
    <DepthChart market={market} onPrice={onPrice} />
  </MantineProvider>
);
const slider = () => screen.getByRole('slider', { name: 'Depth chart of BTC/USDT' });
const words = () => slider().getAttribute('aria-valuetext');
const press = (key: string) => fireEvent.keyDown(slider(), { key });
const section = () => screen.getByRole('region', { name: 'Depth chart' });
const drawn = () => section().querySelector('path[data-side="asks"]')?.getAttribute('d');

describe('the depth chart', () => {
  it('tells its axes, its middle and its spread in figures of the language', () => {
    render(tree());
    for (const text of ['97.00', '103.00', '3.00', '1.50', '2.00']) expect(screen.getByText(text)).toBeTruthy();
    // The middle, above and below.
    expect(screen.getAllByText('100.00')).toHaveLength(2);
  });

  it('is described as a whole for those who do not see it', () => {
    render(tree());
    const described = (slider().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual([
      'Bids: 3.000 BTC from 99.00 to 98.00. Asks: 2.000 BTC from 101.00 to 103.00.',
      'Left and right move from level to level, Home and End to the ends. Enter takes the price into the ticket.',
    ]);
  });

  it.each([
    [[], 'Asks at 101.00 USDT: 1.500 BTC up to there, worth 151.50 USDT. +1.00% from the mid price.'],
    [['ArrowLeft'], 'Bids at 99.00 USDT: 1.000 BTC up to there, worth 99.00 USDT. -1.00% from the mid price.'],
    [['Home'], 'Bids at 98.00 USDT: 3.000 BTC up to there, worth 295.00 USDT. -2.00% from the mid price.'],
    [['End'], 'Asks at 103.00 USDT: 2.000 BTC up to there, worth 203.00 USDT. +3.00% from the mid price.'],
    [
      ['End', 'ArrowRight'],
      'Asks at 103.00 USDT: 2.000 BTC up to there, worth 203.00 USDT. +3.00% from the mid price.',
    ],
    [
      ['Home', 'ArrowLeft', 'ArrowUp'],
      'Bids at 99.00 USDT: 1.000 BTC up to there, worth 99.00 USDT. -1.00% from the mid price.',
    ],
  ])('after the keys %j it stands at a level and says it', (keys, expected) => {
    render(tree());
    act(() => slider().focus());
    for (const key of keys) press(key);
    expect(words()).toBe(expected);
    expect(slider().getAttribute('aria-valuemax')).toBe('4');
  });

  it('shows what it says once it is in the hand, and hides it when it is left', () => {
    render(tree());
    expect(screen.getByText(/^Point at the chart/)).toBeTruthy();
    act(() => slider().focus());
    for (const text of ['101.00 USDT', '1.500 BTC', '151.50 USDT', '+1.00%'])
      expect(screen.getByText(text)).toBeTruthy();
    act(() => slider().blur());
    expect(screen.queryByText('101.00 USDT')).toBeNull();
  });

  it('leaves keys with a modifier, and those it does not know, to the browser', () => {
    render(tree());
    expect(fireEvent.keyDown(slider(), { key: 'ArrowLeft', altKey: true })).toBe(true);
    expect([press('Tab'), press('ArrowLeft')]).toEqual([true, false]);
  });

  it('takes the price into the ticket, by Enter and by a tap, and says so', () => {
    render(tree());
    act(() => slider().focus());
    press('End');
    press('Enter');
    expect(taken.mock.calls).toEqual([['103']]);
    expect(screen.getByText('The price 103.00 is in the ticket.')).toBeTruthy();
    jest.spyOn(slider(), 'getBoundingClientRect').mockReturnValue({ left: 0, width: 600 } as DOMRect);
    fireEvent.click(slider(), { clientX: 205 });
    expect(taken.mock.calls.at(-1)).toEqual(['99']);
    expect(words()).toMatch(/^Bids at 99\.00/);
  });

  it('takes nothing where there is no ticket, and does not promise to', () => {
    render(
      <MantineProvider env="test">
        <DepthChart market={market} />
      </MantineProvider>,
    );
    act(() => slider().focus());
    press('Enter');
    expect(taken).not.toHaveBeenCalled();
    expect(screen.queryByText(/Enter takes the price/)).toBeNull();
  });

  it('is looked at from nearer by its buttons, and stays at its level', () => {
    render(tree());
    act(() => slider().focus());
    press('End');
    const button = (name: string) => screen.getByRole('button', { name });
    expect(button('1×').getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button('5×'));
    expect([button('1×'), button('5×')].map((one) => one.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
    expect([screen.getByText('98.75'), screen.getByText('101.25')]).toHaveLength(2);
    expect(slider().getAttribute('aria-valuemax')).toBe('2');
    expect(words()).toMatch(/^Asks at 101\.00/);
  });
});

describe('a book that is not whole', () => {
  it.each([
    ['empty', EMPTY, 'No order book yet.', false],
    ['crossed', { bids: BOOK.asks, asks: BOOK.bids }, /^Bids and asks overlap/, false],
    ['without asks', { ...BOOK, asks: [] }, 'There are bids only: nobody is offering to sell.', true],
    ['without bids', { ...BOOK, bids: [] }, 'There are asks only: nobody is offering to buy.', true],
  ] as [string, Book, string | RegExp, boolean][])('but %s is said in words', (_name, book, text, isDrawn) => {
    view = live(book);
    render(tree());
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('slider') !== null).toBe(isDrawn);
  });

  it('has no middle to be away from', () => {
    view = live({ ...BOOK, asks: [] });
    render(tree());
    expect(words()).toBe('Bids at 99.00 USDT: 1.000 BTC up to there, worth 99.00 USDT.');
    act(() => slider().focus());
    expect(screen.getByText('From the mid price').nextSibling?.textContent).toBe('—');
  });

  it('is none while it is on its way', () => {
    view = live(null, 'waiting');
    render(tree());
    expect([screen.queryByRole('slider'), section().textContent]).toEqual([null, '']);
  });
});

describe('the age of the book', () => {
  it.each([
    ['live', null],
    ['updating', 'true'],
    ['unanswered', 'true'],
  ])('that is %s is shown as that of the ladder is', (status, dimmed) => {
    view = live(BOOK, status);
    render(tree());
    expect(section().getAttribute('data-dimmed')).toBe(dimmed);
  });

  it('is drawn four times a second at most, the newest one in the end', () => {
    jest.useFakeTimers();
    try {
      const { rerender } = render(tree());
      const before = drawn();
      for (const quantity of ['2', '3', '4']) {
        view = live({ ...BOOK, asks: [['101', quantity]] });
        rerender(tree());
        expect(drawn()).toBe(before);
      }
      act(() => {
        jest.advanceTimersByTime(250);
      });
      expect(drawn()).not.toBe(before);
      expect(words()).toMatch(/^Asks at 101\.00 USDT: 4\.000 BTC/);
    } finally {
      jest.useRealTimers();
    }
  });

  it('of one that is gone is not waited for', () => {
    const { rerender } = render(tree());
    view = live(EMPTY);
    rerender(tree());
    expect([screen.queryByRole('slider'), screen.queryByText('No order book yet.') !== null]).toEqual([null, true]);
    // Nor is the one of before shown in the place of the one that comes after it.
    view = live({ ...BOOK, asks: [['101', '7']] });
    rerender(tree());
    expect(words()).toMatch(/^Asks at 101\.00 USDT: 7\.000 BTC/);
  });
});
