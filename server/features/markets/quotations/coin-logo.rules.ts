import { coinColour, coinLetters } from '../../../contract/rules/coin-picture.rules.js';

const SIGNS = 4;

/** A round picture of a coin: its letters on a colour of its own, made from its code and nothing else. */
export function coinLogo(code: string): string {
  const letters = coinLetters(code, SIGNS);
  const size = letters.length > 2 ? 20 : 28;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">' +
    `<circle cx="32" cy="32" r="32" fill="${coinColour(code)}"/>` +
    `<text x="32" y="33" fill="#fff" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="${size}" ` +
    `text-anchor="middle" dominant-baseline="middle">${letters}</text></svg>`
  );
}
