import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { speak } from '../../../languages';
import { Confirmation } from './confirmation';
import { TicketSheet } from './ticket-sheet';

beforeAll(() => speak('en'));

const closed = jest.fn();
beforeEach(() => closed.mockReset());

function Ticket({ onSend = () => undefined }: { onSend?: () => void }) {
  const [isAsked, ask] = useState(false);
  return (
    <>
      <input aria-label="Quantity" />
      <button type="button" onClick={() => ask(true)}>
        Buy
      </button>
      <Confirmation title="Buy BTC" opened={isAsked} onClose={() => ask(false)}>
        <button type="button" onClick={onSend}>
          Confirm
        </button>
      </Confirmation>
    </>
  );
}

const tree = (opened: boolean, inline = false) => (
  <MantineProvider env="test">
    <TicketSheet title="BTC/USDT" inline={inline} opened={opened} onClose={closed}>
      <Ticket />
    </TicketSheet>
  </MantineProvider>
);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isTicketShown = () => screen.queryByRole('textbox', { name: 'Quantity' }) !== null;

describe('a ticket in a sheet', () => {
  it('is not made before it is opened, and keeps what was typed while it is shut', async () => {
    const { rerender } = render(tree(false));
    expect(screen.queryByLabelText('Quantity')).toBeNull();
    rerender(tree(true));
    fireEvent.change(await screen.findByLabelText('Quantity'), { target: { value: '0.5' } });
    rerender(tree(false));
    expect(screen.queryByRole('dialog')).toBeNull();
    rerender(tree(true));
    expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('0.5');
  });

  it('is the same one on the page and in a sheet: a screen that is turned takes nothing from it', async () => {
    const quantity = () => screen.getByLabelText<HTMLInputElement>('Quantity');
    const { rerender } = render(tree(true));
    fireEvent.change(await screen.findByLabelText('Quantity'), { target: { value: '0.5' } });
    rerender(tree(true, true));
    expect([screen.queryByRole('dialog'), quantity().value]).toEqual([null, '0.5']);
    press('Buy');
    expect(await screen.findByRole('dialog', { name: 'Buy BTC' })).toBeTruthy();
    rerender(tree(true));
    expect(await screen.findByRole('button', { name: 'Confirm' })).toBeTruthy();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    press('Close');
    expect([isTicketShown(), quantity().value]).toEqual([true, '0.5']);
  });

  it('leads the focus to the last look, and back to where it began', async () => {
    render(tree(true));
    await screen.findByLabelText('Quantity');
    const buy = screen.getByRole('button', { name: 'Buy' });
    buy.focus();
    press('Buy');
    expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Confirm' }))).toBe(true);
    press('Close');
    expect(document.activeElement).toBe(buy);
  });

  it('makes room for the last look in its own place, and comes back with every way out of it', async () => {
    render(tree(true));
    await screen.findByLabelText('Quantity');
    press('Buy');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Buy BTC' })).toBeTruthy();
    expect([isTicketShown(), screen.queryByRole('button', { name: 'Confirm' }) !== null]).toEqual([false, true]);
    press('Close');
    expect([isTicketShown(), screen.queryByRole('button', { name: 'Confirm' })]).toEqual([true, null]);
    expect(closed).not.toHaveBeenCalled();
    press('Close');
    expect(closed).toHaveBeenCalledTimes(1);
  });
});
