const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

const BROWSERS: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** A name of the caller's device for its owner, from the User-Agent header: for recognising, not for proving. */
export function deviceName(userAgent: string): string {
  const found = [SYSTEMS, BROWSERS].map((names) => names.find(([form]) => form.test(userAgent))?.[1]);
  const names = found.filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : 'Unknown device';
}
