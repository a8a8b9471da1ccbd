import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { PillChoice } from './pill-choice';

const TERMS = [
  { key: '60', label: '1 min', note: '+80%' },
  { key: '120', label: '2 min', note: '+82%' },
  { key: '300', label: '5 min', note: '+85%', disabled: true },
];

function Example({ error }: { error?: string }) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <MantineProvider env="test">
      <PillChoice legend="Delivery time" choices={TERMS} chosen={chosen} onChoose={setChosen} error={error} />
    </MantineProvider>
  );
}

const pill = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

describe('a choice of a few', () => {
  it('has a name, and each of its radio buttons that of its words and its note', async () => {
    render(<Example />);
    const group = screen.getByRole('radiogroup', { name: 'Delivery time' });
    const pills = within(group).getAllByRole<HTMLInputElement>('radio');
    expect(pills.map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [false, false],
      [false, false],
      [false, true],
    ]);
    await userEvent.click(pill(/^2 min/));
    expect(pills.map(({ checked }) => checked)).toEqual([false, true, false]);
  });

  it('is one stop of the keyboard', async () => {
    render(<Example />);
    await userEvent.click(pill(/^1 min/));
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('is told at once what is wrong with it, and described by it', () => {
    render(<Example error="Choose one" />);
    expect(screen.getByRole('alert').textContent).toBe('Choose one');
    const described = screen.getByRole('radiogroup').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('Choose one');
  });
});
