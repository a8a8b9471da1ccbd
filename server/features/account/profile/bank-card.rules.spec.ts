import { isBankCode, isCardNumber, isForeignAccount } from './bank-card.rules.js';

describe('bank cards', () => {
  // Numbers that the card schemes publish for tests, and the examples of the IBAN registry.
  it.each(['4111111111111111', '5555555555554444', '378282246310005', '6200000000000005'])('%s is a card', (text) => {
    expect(isCardNumber(text)).toBe(true);
    expect(isCardNumber(`${text.slice(0, -1)}${(Number.parseInt(text.slice(-1), 10) + 1) % 10}`)).toBe(false);
  });

  it.each(['GB82WEST12345698765432', 'DE89370400440532013000', 'FR1420041010050500013M02606', '12345678', '0012-345'])(
    '%s is an account abroad',
    (text) => {
      expect(isForeignAccount(text)).toBe(!text.includes('-'));
    },
  );

  it('has a bank code of its own', () => {
    expect(isBankCode('DEUTDEFF')).toBe(true);
    expect(isBankCode('DEUTDEFF500')).toBe(true);
    expect(isBankCode('021000021')).toBe(true);
    expect(isBankCode('021000022')).toBe(false);
    expect(isBankCode('000000000')).toBe(false);
    expect(isBankCode('DEUT')).toBe(false);
  });
});
