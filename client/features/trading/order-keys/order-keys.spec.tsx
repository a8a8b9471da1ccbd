import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useRef } from 'react';
import { speak, speakMore } from '../../../languages';
import { orderKeysWords } from '../../../languages/order-keys';
import { useKeyActs } from './key-acts';
import { OrderKeys } from './order-keys.late';
import { focusField } from './pressed-in';

let acted: string[];
const search = jest.fn();

beforeAll(async () => {
  await speak('en');
  await speakMore(orderKeysWords);
});
beforeEach(() => {
  acted = [];
  search.mockReset();
});

function Ticket({ name = 'ticket', isStopped = false }: { name?: string; isStopped?: boolean }) {
  const ticket = useRef<HTMLDivElement>(null);
  const did = (what: string) => {
    acted.push(`${name}: ${what}`);
    return `Done: ${what}`;
  };
  useKeyActs({
    ticket: () => ticket.current,
    isStopped,
    side: did,
    kind: did,
    ticks: (count) => did(`${count} ticks`),
    share: (percent) => did(`${percent}%`),
    amount: (digit) => {
      focusField(ticket.current, 'amount');
      did(`amount ${digit}`.trim());
    },
    review: () => void did('review'),
    close: () => void did('close'),
  });
  return (
    <div ref={ticket} tabIndex={-1} data-testid={name}>
      <div data-order-field="price">
        <input aria-label="Price" />
      </div>
      <div data-order-field="amount">
        <input aria-label="Amount" />
      </div>
      <input aria-label="Note" />
      <textarea aria-label="Long note" />
      <select aria-label="Time" />
      <div contentEditable suppressContentEditableWarning role="textbox" aria-label="Rich note" tabIndex={0} />
      <input type="radio" aria-label="Choice" />
      <input type="range" aria-label="Part" />
      <div role="slider" aria-label="Chart" tabIndex={0} aria-valuenow={0} />
      <button type="button">Other</button>
    </div>
  );
}

const page = (children: ReactNode) => (
  <MantineProvider env="test">
    <OrderKeys onSearch={search} />
    {children}
  </MantineProvider>
);

/** Whether the key was ours: the browser does nothing with it then. */
const press = (key: string, at: Element = document.body, more: object = {}) => !fireEvent.keyDown(at, { key, ...more });

describe('a key on the page', () => {
  it.each([
    ['b', 'buy'],
    ['s', 'sell'],
    ['l', 'limit'],
    ['m', 'market'],
    ['ArrowUp', '1 ticks'],
    ['ArrowDown', '-1 ticks'],
    ['1', '25%'],
    ['4', '100%'],
  ])('%s does what it says, tells so, and leads to the ticket', (key, what) => {
    render(page(<Ticket />));
    expect(press(key)).toBe(true);
    expect(acted).toEqual([`ticket: ${what}`]);
    expect(screen.getByRole('status').textContent).toBe(`Done: ${what}`);
    expect(document.activeElement).toBe(screen.getByTestId('ticket'));
  });

  it('goes by ten ticks with Shift', () => {
    render(page(<Ticket />));
    press('ArrowUp', document.body, { shiftKey: true });
    expect(acted).toEqual(['ticket: 10 ticks']);
  });

  it.each([
    ['a', 'amount'],
    ['7', 'amount 7'],
  ])('%s leads to the amount', (key, what) => {
    render(page(<Ticket />));
    expect(press(key)).toBe(true);
    expect(acted).toEqual([`ticket: ${what}`]);
    expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
  });

  it('opens the confirmation by Enter, which a button that has the focus keeps for itself', () => {
    render(page(<Ticket />));
    expect(press('Enter', screen.getByRole('button', { name: 'Other' }))).toBe(false);
    expect(acted).toEqual([]);
    expect(press('Enter')).toBe(true);
    expect(acted).toEqual(['ticket: review']);
  });

  it('does nothing that it does not say: others are the browser’s', () => {
    render(page(<Ticket />));
    expect(['x', 'Tab', ' ', 'PageDown'].map((key) => press(key))).toEqual([false, false, false, false]);
    expect(press('b', document.body, { ctrlKey: true })).toBe(false);
    expect(acted).toEqual([]);
  });

  it('does nothing once the page is left, nor without a ticket', () => {
    const { rerender, unmount } = render(page(<Ticket />));
    rerender(page(null));
    expect(press('b')).toBe(false);
    rerender(page(<Ticket />));
    unmount();
    expect(press('b')).toBe(false);
    expect(acted).toEqual([]);
  });

  it('acts on the ticket in front', () => {
    const { rerender } = render(
      page(
        <>
          <Ticket key="1" name="first" />
          <Ticket key="2" name="second" />
        </>,
      ),
    );
    press('b');
    rerender(page(<Ticket key="1" name="first" />));
    press('s');
    expect(acted).toEqual(['second: buy', 'first: sell']);
  });
});

describe('where keys mean something else', () => {
  const ALL = ['b', 'l', 'ArrowUp', '1', '7', 'a', 'Enter', '/', '?'];

  it.each(['Note', 'Long note', 'Time', 'Rich note'])('they do nothing, as in the field %s', (name) => {
    render(page(<Ticket />));
    expect(ALL.filter((key) => press(key, screen.getByLabelText(name)))).toEqual([]);
    expect([acted, search.mock.calls]).toEqual([[], []]);
  });

  it.each([
    ['Price', ['b', 'l', 'ArrowUp']],
    ['Amount', ['b', 'l']],
  ])('in the ticket’s own field %s letters act, and digits are typed', (name, ours) => {
    render(page(<Ticket />));
    expect(ALL.filter((key) => press(key, screen.getByLabelText(name)))).toEqual(ours);
  });

  it.each(['Choice', 'Part', 'Chart'])('what arrows move already keeps them: %s', (name) => {
    render(page(<Ticket />));
    expect(['ArrowUp', 'ArrowDown', 'Enter'].filter((key) => press(key, screen.getByLabelText(name)))).toEqual([]);
    expect(press('b', screen.getByLabelText(name))).toBe(true);
  });

  it('nothing is done below a dialog, and all of it below one that is not shown or that has the ticket in it', () => {
    const { rerender } = render(
      page(
        <>
          <Ticket />
          <div role="dialog" aria-label="Something" />
        </>,
      ),
    );
    expect(ALL.filter((key) => press(key))).toEqual([]);
    rerender(
      page(
        <>
          <Ticket />
          <div style={{ display: 'none' }}>
            <div role="dialog" aria-label="Something" />
          </div>
        </>,
      ),
    );
    expect(press('b')).toBe(true);
    rerender(
      page(
        <div role="dialog" aria-label="Ticket">
          <Ticket />
        </div>,
      ),
    );
    expect(press('s')).toBe(true);
    expect(acted).toEqual(['ticket: buy', 'ticket: sell']);
    // No sheet is opened upon the ticket's own.
    expect([press('/'), press('?'), search.mock.calls]).toEqual([false, false, []]);
  });

  it('nothing is done that somebody has done already', () => {
    render(page(<Ticket />));
    const other = screen.getByRole('button', { name: 'Other' });
    other.addEventListener('keydown', (event) => event.preventDefault());
    press('b', other);
    expect(acted).toEqual([]);
  });
});

it('a ticket that cannot order takes no key; the list and the search are there all the same', async () => {
  render(page(<Ticket isStopped />));
  expect(['b', 'l', 'ArrowUp', '1', '7', 'a', 'Enter'].filter((key) => press(key))).toEqual([]);
  expect(press('/')).toBe(true);
  expect(search).toHaveBeenCalledTimes(1);
  expect(press('?', document.body, { shiftKey: true })).toBe(true);
  expect(await screen.findByRole('dialog', { name: 'Keys of the ticket' })).toBeTruthy();
  expect(acted).toEqual([]);
});

it('Escape leaves a field of the ticket, and then closes what is open', () => {
  render(page(<Ticket />));
  const amount = screen.getByLabelText('Amount');
  act(() => amount.focus());
  expect(press('Escape', amount)).toBe(true);
  expect([document.activeElement, acted]).toEqual([document.body, []]);
  expect(press('Escape')).toBe(true);
  expect(acted).toEqual(['ticket: close']);
});

it('? lists every key with what it does, and Escape closes the list', async () => {
  render(page(<Ticket />));
  press('?');
  const list = await screen.findByRole('dialog', { name: 'Keys of the ticket' });
  for (const key of ['B', 'S', 'L', 'M', '↑', 'Shift ↓', '1', '4', 'Enter', 'Esc', '/', '?'])
    expect([...list.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toContain(key);
  expect(screen.getByText('Open the confirmation')).toBeTruthy();
  fireEvent.keyDown(list, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
