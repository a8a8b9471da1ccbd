import { act, render } from '@testing-library/react';
import { speak } from '../languages';
import { hideAmounts } from '../platform/hidden-amounts';
import { changePreferences } from '../platform/preferences';
import { MoneyText, withoutClosingZeros } from './money-text';

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});
afterEach(() => act(() => hideAmounts(false)));

const textOf = (element: React.ReactElement) => render(element).container.textContent;

describe('an amount of money', () => {
  it('is cut, never rounded', () => {
    expect(textOf(<MoneyText value="1999.999999" decimals={2} unit="USDT" />)).toBe('1,999.99 USDT');
    expect(textOf(<MoneyText value="-0.009" decimals={2} signed />)).toBe('0.00');
  });

  it('has all the digits that say something when no decimals are given', () => {
    expect(textOf(<MoneyText value="1234567.10000000" />)).toBe('1,234,567.1');
    expect(textOf(<MoneyText value="0.00000001" />)).toBe('0.00000001');
    expect(textOf(<MoneyText value="100" />)).toBe('100');
  });

  it('is short in lists, with the whole figure in its title', () => {
    const brief = (value: string) => {
      const { container } = render(<MoneyText value={value} unit="USDT" brief />);
      return [container.textContent, container.querySelector('span')?.title];
    };
    expect(brief('7877.76179412')).toEqual(['7,877.76 USDT', '7,877.76179412 USDT']);
    expect(brief('0.01436281')).toEqual(['0.0143 USDT', '0.01436281 USDT']);
    expect(brief('0.00000012')).toEqual(['0.00000012 USDT', '']);
    expect(brief('100.50000000')).toEqual(['100.5 USDT', '']);
    expect(brief('-997.911')).toEqual(['-997.91 USDT', '-997.911 USDT']);
  });

  it('writes its sign where the direction matters', () => {
    expect(textOf(<MoneyText value="5.00" signed />)).toBe('+5');
    expect(textOf(<MoneyText value="-5" signed />)).toBe('-5');
    expect(textOf(<MoneyText value="0.00" signed />)).toBe('0');
  });

  it('is unknown rather than zero', () => {
    expect(textOf(<MoneyText value={null} unit="USDT" />)).toBe('—');
  });

  it('is covered with everything else that the user owns, and its sign with it', () => {
    hideAmounts(true);
    const { container } = render(<MoneyText value="-5" signed secret unit="USDT" />);
    expect(container.textContent).toBe('••••••');
    expect(container.querySelector('[data-direction]')).toBeNull();
    expect(textOf(<MoneyText value="5" />)).toBe('5');
  });
});

it.each([
  ['1.50000000', '1.5'],
  ['100.00', '100'],
  ['100', '100'],
  ['0.00000000', '0'],
])('%s says %s', (value, short) => {
  expect(withoutClosingZeros(value)).toBe(short);
});
