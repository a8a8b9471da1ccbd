import { isBankCode, isDomesticAccount, isForeignAccount } from './bank-card.rules.js';

describe('bank cards', () => {
  // A card, a card with a wrong last digit, an account without a card.
  it.each(['4111111111111111', '4111111111111112', '12345678', '032180000118359719'])(
    '%s is an account at home',
    (text) => expect(isDomesticAccount(text)).toBe(true),
  );

  it.each(['1234567', '1'.repeat(31), '4111-1111', 'abcdefghijkl', ''])('"%s" is none', (text) =>
    expect(isDomesticAccount(text)).toBe(false),
  );

  // The examples of the IBAN registry.
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
