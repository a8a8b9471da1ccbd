import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { speak } from '../languages';
import { hideAmounts } from '../platform/hidden-amounts';
import { changePreferences } from '../platform/preferences';
import { BriefMoney } from './brief-money';

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});
afterEach(() => act(() => hideAmounts(false)));

describe('an amount in running text', () => {
  it('is short, and whole once it is pressed, until it is pressed again', async () => {
    const { container } = render(<BriefMoney value="7373.89467204" unit="USDT" />);
    expect(container.textContent).toBe('7,373.89 USDT');
    const button = screen.getByRole('button', { name: '7,373.89 USDT', expanded: false });
    await userEvent.click(button);
    expect(container.textContent).toBe('7,373.89467204 USDT');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(button);
    expect(container.textContent).toBe('7,373.89 USDT');
  });

  it.each([
    ['all of which stands there already', '100.50000000', '100.5'],
    ['that is not known', null, '—'],
  ])('%s has nothing to press', (_what, value, words) => {
    const { container } = render(<BriefMoney value={value} />);
    expect(container.textContent).toBe(words);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that is covered is not uncovered by a press', () => {
    hideAmounts(true);
    const { container } = render(<BriefMoney value="7373.89467204" secret />);
    expect(container.textContent).toBe('••••••');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
