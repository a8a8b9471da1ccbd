import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_MARKET, FUTURES_PRODUCT } from '../../../test/samples/futures';
import type { TicketValues } from '../futures-account';
import type { Fields } from './ticket-form';
import { Size } from './ticket-size';
import type { Ticket } from './use-ticket';

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});

function Sized() {
  const [values, setValues] = useState({ lots: '1', leverage: 5, hasStops: false, reduceOnly: false } as TicketValues);
  const ticket = {
    values,
    change: (part: Partial<TicketValues>) => setValues((before) => ({ ...before, ...part })),
    problems: {},
    wish: null,
  } as Ticket;
  const fields = { price: '60000', errorOf: () => null, effect: () => null } as unknown as Fields;
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
      <output aria-label="In the order">{values.lots}</output>
      <button type="button" onClick={() => ticket.change({ lots: '1' })}>
        Placed
      </button>
    </>
  );
}

const show = () =>
  render(
    <MantineProvider env="test">
      <Sized />
    </MantineProvider>,
  );
const lots = () => screen.getByLabelText('In the order').textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a contract order for an amount', () => {
  it('is turned into whole lots, which are shown before the press', async () => {
    show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '1850');
    expect([screen.queryByText('= 3 lots · 0.03 BTC') !== null, lots()]).toEqual([true, '3']);
  });

  it('says what a lot is worth where the amount is less than one', async () => {
    show();
    await press('Enter it in USDT');
    await userEvent.type(screen.getByLabelText('Value'), '50');
    expect([screen.queryByText('One lot is worth 600 USDT.') !== null, lots()]).toEqual([true, '']);
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
});
