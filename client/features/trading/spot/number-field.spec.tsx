import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import type { Language } from '../../../../server/contract/errors';
import { NumberField } from './number-field';
import { speak } from '../../../languages';
import { changePreferences } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';

const FIELDS = { AmountInput, NumberField };

async function shown(field: keyof typeof FIELDS, value: string, language: Language): Promise<string | null> {
  await speak('en');
  changePreferences({ language });
  const Field = FIELDS[field];
  render(
    <MantineProvider>
      <Field label="Amount" unit="BTC" value={value} onChange={() => undefined} />
    </MantineProvider>,
  );
  return screen.queryByText(/reads as/i)?.textContent ?? null;
}

describe.each(['AmountInput', 'NumberField'] as const)('%s', (field) => {
  it.each([
    ['1,234', 'en', '1,234'],
    ['1,234', 'es', '1,234'],
    ['1.234', 'en', '1.234'],
    ['1.234', 'es', '1,234'],
    ['123.456', 'zh', '123.456'],
    ['0,123', 'en', '0.123'],
  ] as const)('says how it reads %s in %s', async (typed, language, words) => {
    expect(await shown(field, typed, language)).toContain(words);
  });

  it.each(['12', '1.5', '0.123', '1234.567', '1.2345'])(
    'says nothing about %s, which cannot be misread',
    async (typed) => {
      expect(await shown(field, typed, 'en')).toBeNull();
    },
  );
});
