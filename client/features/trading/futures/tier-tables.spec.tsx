import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_PRODUCT } from '../../../test/samples/futures';
import { TierTables } from './tier-tables';

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});

const TIERS = [
  { floor: '0', cap: '50000', rate: '0.00415', deduction: '0', maxLeverage: 20 },
  { floor: '50000', cap: '250000', rate: '0.01', deduction: '292.5', maxLeverage: 10 },
];
const cells = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

function show(announcedTiers: typeof FUTURES_PRODUCT.announcedTiers) {
  render(
    <MantineProvider env="test">
      <TierTables product={{ ...FUTURES_PRODUCT, tiers: TIERS, announcedTiers }} unit="USDT" />
    </MantineProvider>,
  );
}

it('says what must be kept by size, to the last digit', () => {
  show(null);
  expect(cells('Now')).toEqual(['0', '0.415%', '20x', '50,000', '1%', '10x']);
  expect(screen.queryByText(/^Other maintenance margins/)).toBeNull();
  expect(screen.getByRole('group')).toHaveProperty('open', false);
});

it('shows a table that is announced with its day, before the one of now', () => {
  // The day is that of UTC, wherever it is read.
  const tiers = [{ floor: '0', cap: '250000', rate: '0.02', deduction: '0', maxLeverage: 12 }];
  show({ from: Date.UTC(2026, 11, 6), tiers });
  expect(screen.getByRole('group')).toHaveProperty('open', true);
  expect(
    screen.getByText(
      'Other maintenance margins are required from December 6, 2026 on (00:00 UTC), also for what is open by then.',
    ),
  ).toBeTruthy();
  expect(cells('From December 6, 2026 on')).toEqual(['0', '2%', '12x']);
  expect(cells('Now')).toHaveLength(6);
  expect(screen.getAllByRole('table')).toHaveLength(2);
});
