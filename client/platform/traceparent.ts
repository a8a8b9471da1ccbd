/**
 * A trace of its own for each call (W3C Trace Context): where the server traces, what a click led to is found by it. Whether anything is
 * recorded the server alone decides; the last digits say that nothing was here. Random, so it says nothing of who calls.
 */
export function newTraceparent(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0'));
  return `00-${digits.slice(0, 16).join('')}-${digits.slice(16).join('')}-00`;
}
