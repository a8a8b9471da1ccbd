import { render, screen } from '@testing-library/react';
import { LANGUAGES } from '../../../../server/contract/errors';
import { speak, speakMore } from '../../../languages';
import { trustWords } from '../../../languages/trust';
import { changePreferences } from '../../../platform/preferences';
import { TrustRules } from './rules';

beforeAll(() => speakMore(trustWords));

it('works the specification’s examples out: 40 a day and 600; 12, and 988 back; 6, and 994 back', async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  render(<TrustRules />);
  expect(screen.getByText('10,000 USDT at 0.4% a day over 15 days: 40 USDT a day, 600 USDT in all.')).toBeTruthy();
  expect(
    screen.getByText(
      '1,000 USDT, 3 days remaining: 0.4% × 3 × 1,000 USDT = 12 USDT. Of the principal 988 USDT come back.',
    ),
  ).toBeTruthy();
  expect(
    screen.getByText('1,000 USDT at 0.4% a day: 1.5 × 4 USDT = 6 USDT. Of the principal 994 USDT come back.'),
  ).toBeTruthy();
});

// A year of the daily rate, which the specification's old page advertised.
it.each(LANGUAGES)('promises nothing for a year, and guarantees nothing (%s)', async (language) => {
  const { words } = await trustWords(language);
  const text = JSON.stringify(words);
  expect(text).not.toMatch(
    /146|APR|APY|annuali|guarantee|garantiza|年化收益|年化利率|年利|保本|稳赚|보장|연이율|연 수익률|การันตี/i,
  );
});
