import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { speak } from '../languages';
import { SheetDrawer } from './sheet-drawer';

beforeAll(() => speak('en'));

const close = () => undefined;
const tree = (opened: boolean, keepMounted = false) => (
  <MantineProvider>
    <SheetDrawer title="Ticket" opened={opened} onClose={close} tall={false} keepMounted={keepMounted}>
      <input aria-label="Quantity" />
    </SheetDrawer>
  </MantineProvider>
);
const quantity = () => screen.getByLabelText<HTMLInputElement>('Quantity');
const type = async (value: string) => fireEvent.change(await screen.findByLabelText('Quantity'), { target: { value } });

let chart: HTMLElement;
beforeEach(() => {
  chart = document.createElement('section');
  document.body.append(chart);
});
afterEach(() => chart.remove());

describe('a sheet, and a chart that fills the screen', () => {
  it('is drawn within the chart that covers the page', async () => {
    const { rerender } = render(tree(false));
    chart.dataset.full = 'true';
    rerender(tree(true));
    expect(chart.contains(await screen.findByLabelText('Quantity'))).toBe(true);
  });

  it('stays the same one when the chart leaves the full screen under it', async () => {
    chart.dataset.full = 'true';
    const { rerender } = render(tree(true));
    await type('0.5');
    delete chart.dataset.full;
    rerender(tree(true));
    expect(quantity().value).toBe('0.5');
  });

  it('keeps what was typed while it is shut, whatever fills the screen meanwhile', async () => {
    const { rerender } = render(tree(true, true));
    await type('0.5');
    rerender(tree(false, true));
    chart.dataset.full = 'true';
    rerender(tree(false, true));
    delete chart.dataset.full;
    rerender(tree(true, true));
    expect(quantity().value).toBe('0.5');
  });
});
