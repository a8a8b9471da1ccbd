import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTranslation } from 'react-i18next';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_MARKET, FUTURES_PRODUCT } from '../../../test/samples/futures';
import type { TicketValues } from '../futures-account';
import { problemWords } from './field-words';
import type { Fields } from './ticket-form';
import { Size } from './ticket-size';
import { useTicket } from './use-ticket';

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});

let last = '60000';
let onlyReduces = false;

beforeEach(() => {
  [last, onlyReduces] = ['60000', false];
});

const STEPS: [string, Partial<TicketValues>][] = [
  ['Limit', { priceType: 'limit' }],
  ['At 90,000', { limit: '90000' }],
  ['Market', { priceType: 'market' }],
  ['Placed', { lots: '1', amount: null }],
];

function Sized() {
  const { t } = useTranslation();
  const terms = { marginMode: 'isolated' as const, newUntil: null };
  const ticket = useTicket(FUTURES_PRODUCT, { baseId: 1, quoteId: 3 }, terms, { opened: 'long', onlyReduces, last });
  const fields = {
    price: ticket.price,
    errorOf: (name: 'lots') => problemWords(ticket.problems[name], FUTURES_PRODUCT, t),
    effect: () => null,
  } as unknown as Fields;
  return (
    <>
      <Size
        market={FUTURES_MARKET}
        product={FUTURES_PRODUCT}
        ticket={ticket}
        available="1000"
        beside="0"
        reducible={0}
        newUntil={null}
        stopped={null}
        fields={fields}
      />
      <output aria-label="In the order">{ticket.wish?.lots}</output>
      {STEPS.map(([name, part]) => (
        <button key={name} type="button" onClick={() => ticket.change(part)}>
          {name}
        </button>
      ))}
      <button type="button" onClick={() => ticket.hold(ticket.values.lots)}>
        Hold
      </button>
    </>
  );
}

const page = () => (
  <MantineProvider env="test">
    <Sized />
  </MantineProvider>
);
const show = () => render(page());
const lots = () => screen.getByLabelText('In the order').textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a futures order for an amount', () => {
  it('is turned into whole lots, which are shown before the press', async () => {
    show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '1850');
    expect([screen.queryByText('= 3 lots · 0.03 BTC') !== null, lots()]).toEqual([true, '3']);
  });

  it('has as many lots when it comes to reduce only, by a press or because nothing can be opened any more', async () => {
    const { rerender, unmount } = show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '1850');
    await userEvent.click(screen.getByLabelText('Reduce-only'));
    expect(lots()).toBe('3');
    await userEvent.click(screen.getByLabelText('Reduce-only'));
    await userEvent.clear(screen.getByLabelText('Value'));
    await userEvent.type(screen.getByLabelText('Value'), '2500');
    onlyReduces = true;
    rerender(page());
    expect(lots()).toBe('4');
    unmount();
  });

  it('says what a lot is worth where the amount is less than one', async () => {
    show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '50');
    expect([screen.queryByText('One lot is worth 600 USDT.') !== null, lots()]).toEqual([true, '']);
  });

  it.each(['abc', '1.2.3'])('says of %s that it is no number, whether there is a price or not', async (typed) => {
    const isSaid = () => [screen.queryByText('This is not an amount') !== null, screen.queryByText(/is worth/)];
    show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), typed);
    expect(isSaid()).toEqual([true, null]);
    await press('Limit');
    expect(isSaid()).toEqual([true, null]);
  });

  it('is in lots again on request, and once its lots are no more those of the ticket', async () => {
    show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '1200');
    await press('Enter it in Lots');
    expect(screen.getByLabelText<HTMLInputElement>('Lots').value).toBe('2');
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '1200');
    await press('Placed');
    expect(screen.getByLabelText<HTMLInputElement>('Lots').value).toBe('1');
  });

  it('is counted at the limit, whenever that is chosen or typed, and at the last price again of a market order', async () => {
    show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '6000');
    expect(lots()).toBe('10');
    await press('At 90,000');
    expect(lots()).toBe('10');
    await press('Limit');
    expect([lots(), screen.queryByText('= 6 lots · 0.06 BTC') !== null]).toEqual(['6', true]);
    await press('Market');
    expect(lots()).toBe('10');
  });

  it('comes to nothing without a limit, and nothing is said of the lots then', async () => {
    show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '6000');
    await press('Limit');
    expect([lots(), screen.queryByText(/lots/)]).toEqual(['', null]);
    await press('At 90,000');
    expect(lots()).toBe('6');
  });

  it('follows the last price, but for as long as it is held', async () => {
    const { rerender } = show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '6000');
    last = '90000';
    rerender(page());
    expect(lots()).toBe('6');
    await press('Hold');
    last = '60000';
    rerender(page());
    expect(lots()).toBe('6');
    await userEvent.type(screen.getByLabelText('Value'), '0');
    expect(lots()).toBe('100');
  });

  it('is not cut to the most lots of an order: that it is too much is said', async () => {
    show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '6000000');
    expect([lots(), screen.queryByText(/1,?000/)?.textContent]).toEqual(['', expect.stringContaining('lots')]);
  });
});
