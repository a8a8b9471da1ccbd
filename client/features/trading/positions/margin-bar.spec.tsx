import { render, screen } from '@testing-library/react';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { changePreferences } from '../../../platform/preferences';
import type { LiveFigures } from '../futures-account';
import { MarginBar } from './margin-bar';

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});

const show = (marginRatio: string | null, isCross = false) =>
  render(<MarginBar figures={{ marginRatio, level: 'critical' } as LiveFigures} isCross={isCross} />);

it.each([
  ['0.1', '10.00%', '10'],
  ['1', '100.00%', '100'],
  // Beyond the whole of it a figure says nothing more.
  ['7.17', '> 100%', '100'],
  [null, '—', '0'],
])('a part of %s that is needed is said as %s', (ratio, words, now) => {
  const { container } = show(ratio);
  expect([container.querySelector('b')?.textContent, screen.getByRole('meter').ariaValueNow]).toEqual([words, now]);
});

it('of a cross position is that of the account', () => {
  show('0.2', true);
  expect(screen.getByRole('meter', { name: 'Account used' })).toBeTruthy();
});
