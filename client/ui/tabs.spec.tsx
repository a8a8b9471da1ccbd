import { jest } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Tabs } from './tabs';

const TABS = [
  { key: 'open', label: 'Open' },
  { key: 'stops', label: 'Stops' },
  { key: 'history', label: 'History' },
] as const;
type Key = (typeof TABS)[number]['key'];

const scroll = jest.fn();
beforeAll(() => {
  Element.prototype.scrollIntoView = scroll;
});
beforeEach(() => scroll.mockClear());

function Row() {
  const [chosen, choose] = useState<Key>('open');
  return (
    <MantineProvider>
      <Tabs label="Orders" tabs={TABS} chosen={chosen} onChoose={choose} controls="panel" />
      <div id="panel" role="tabpanel">
        {chosen}
      </div>
    </MantineProvider>
  );
}

const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

it('chooses the tab that is pressed, and brings it into sight', async () => {
  render(<Row />);
  await userEvent.click(screen.getByRole('tab', { name: 'History' }));
  expect([chosen(), screen.getByRole('tabpanel').textContent]).toEqual(['History', 'history']);
  expect(scroll).toHaveBeenCalledWith({ inline: 'center', block: 'nearest' });
});

it('is one stop of the keyboard, along which arrows choose, and Home and End lead to the first and the last', async () => {
  render(<Row />);
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Open');
  const at: unknown[] = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
    await userEvent.keyboard(`{${key}}`);
    expect(document.activeElement?.textContent).toBe(chosen());
    at.push(chosen());
  }
  expect(at).toEqual(['Stops', 'History', 'Open', 'History']);
  await userEvent.keyboard('{Home}');
  expect([document.activeElement?.textContent, chosen()]).toEqual(['Open', 'History']);
  await userEvent.keyboard(' ');
  expect(chosen()).toBe('Open');
  await userEvent.keyboard('{End}');
  expect(document.activeElement?.textContent).toBe('History');
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('role')).not.toBe('tab');
});

it('names its row and the one panel that all tabs change', () => {
  render(<Row />);
  expect(screen.getByRole('tablist', { name: 'Orders' })).toBeTruthy();
  const panel = screen.getByRole('tabpanel');
  for (const tab of screen.getAllByRole('tab')) expect(tab.getAttribute('aria-controls')).toBe(panel.id);
});
