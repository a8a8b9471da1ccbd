const SIGNS = 4;
/** Degrees of the colour circle that letters are taken for. */
const CIRCLE = 360;

/** A round picture of a coin: its letters on a colour of its own, made from its code and nothing else. */
export function coinLogo(code: string): string {
  const letters = code.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, SIGNS);
  const hue = [...code].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % CIRCLE, 7);
  const size = letters.length > 2 ? 20 : 28;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">' +
    `<circle cx="32" cy="32" r="32" fill="hsl(${hue},45%,36%)"/>` +
    `<text x="32" y="33" fill="#fff" font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="${size}" ` +
    `text-anchor="middle" dominant-baseline="middle">${letters}</text></svg>`
  );
}
