/** Degrees of the colour circle that letters are taken for. */
const CIRCLE = 360;

/** The colour of a coin that has no known one of its own, from its code alone: white letters on it can be read. */
export function coinColour(code: string): string {
  const hue = [...code].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % CIRCLE, 7);
  return `hsl(${hue},45%,30%)`;
}

/** The letters that stand for it, at most so many. */
export function coinLetters(code: string, most: number): string {
  return code.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, most);
}
