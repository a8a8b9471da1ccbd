import { TextDecoder, TextEncoder } from 'node:util';

/** What jsdom lacks and the product's parts touch. */
class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

Object.assign(globalThis, {
  TextEncoder,
  TextDecoder,
  ResizeObserver: SilentObserver,
  IntersectionObserver: SilentObserver,
});
// Signals of jsdom may lack these two.
if (!('timeout' in AbortSignal)) Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any: ([signal]: AbortSignal[]) => signal });

if (typeof window !== 'undefined') {
  window.matchMedia = (query: string) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
      dispatchEvent: () => false,
    }) as MediaQueryList;
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
}
