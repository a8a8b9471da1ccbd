import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Language } from '../../../../server/contract/errors';
import { NumberField } from './number-field';
import { speak } from '../../../languages';
import { changePreferences } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';

const FIELDS = { AmountInput, NumberField };

async function shown(
  field: keyof typeof FIELDS,
  value: string,
  language: Language,
  onChange: (typed: string) => void = () => undefined,
): Promise<string | null> {
  await speak('en');
  changePreferences({ language });
  const Field = FIELDS[field];
  render(
    <MantineProvider>
      <Field label="Amount" unit="BTC" value={value} onChange={onChange} />
    </MantineProvider>,
  );
  return screen.queryByText(/reads as/i)?.textContent ?? null;
}

describe.each(['AmountInput', 'NumberField'] as const)('%s', (field) => {
  it.each([
    ['1,234', 'es', '1,234'],
    ['1.234', 'en', '1.234'],
    ['1.5', 'es', '1,5'],
    ['1,234.5', 'en', '1,234.5'],
    ['123.456', 'zh', '123.456'],
    ['0,123', 'en', '0.123'],
  ] as const)('says how it reads %s in %s', async (typed, language, words) => {
    expect(await shown(field, typed, language)).toContain(words);
  });

  it.each([
    ['12', 'en'],
    ['1.5', 'en'],
    ['0.123', 'en'],
    ['1234.567', 'en'],
    ['1.2345', 'en'],
    ['1,5', 'es'],
  ] as const)('says nothing about %s in %s, which cannot be misread', async (typed, language) => {
    expect(await shown(field, typed, language)).toBeNull();
  });

  it.each([
    ['1.500', 'es', ['1.500 BTC', '1,5 BTC'], ['1500', '1,5']],
    ['1.234', 'es', ['1.234 BTC', '1,234 BTC'], ['1234', '1,2340']],
    ['1,500', 'en', ['1,500 BTC', '1.5 BTC'], ['1500', '1.5']],
  ] as const)('asks about %s in %s, and enters what is tapped', async (typed, language, readings, entered) => {
    const changes: string[] = [];
    await shown(field, typed, language, (text) => changes.push(text));
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(readings);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(changes).toEqual(entered);
  });

  it('shows it in the language’s way, and while it is typed in as it was typed', async () => {
    await shown(field, '69525,24', 'es');
    const input = screen.getByRole<HTMLInputElement>('textbox');
    expect(input.value).toBe('69.525,24');
    input.focus();
    await waitFor(() => expect(input.value).toBe('69525,24'));
    act(() => input.blur());
    await waitFor(() => expect(input.value).toBe('69.525,24'));
  });

  it('is replaced by typing where it was selected as a whole', async () => {
    await shown(field, '69525.24', 'en');
    const input = screen.getByRole<HTMLInputElement>('textbox');
    input.focus();
    input.select();
    const state = () => [input.value, input.selectionStart, input.selectionEnd];
    await waitFor(() => expect(state()).toEqual(['69525.24', 0, 8]));
  });

  it('keeps the caret between the same digits', async () => {
    await shown(field, '69525.24', 'en');
    const input = screen.getByRole<HTMLInputElement>('textbox');
    input.focus();
    // Behind the third digit: 69,5|25.24
    input.setSelectionRange(4, 4);
    const state = () => [input.value, input.selectionStart, input.selectionEnd];
    await waitFor(() => expect(state()).toEqual(['69525.24', 3, 3]));
  });
});
