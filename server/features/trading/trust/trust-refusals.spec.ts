import { trustRefusal } from './trust-refusals.js';

it.each([
  ['TR006', 'trust.ended'],
  ['TR007', 'trust.quote-expired'],
  // Its rule says another penalty than the quote.
  ['TR008', 'trust.quote-expired'],
  ['TR011', 'trust.interest-pending'],
])('says what the database refused with %s: %s', (code, refusal) => {
  expect(trustRefusal(Object.assign(new Error('refused'), { code }))).toMatchObject({ code: refusal });
});
