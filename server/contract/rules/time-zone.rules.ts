/**
 * Names of today that the runtime knows, and lists under an older one (`Asia/Calcutta`): whoever's device says one of these reads it
 * back.
 */
const NAMES_OF_TODAY = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Etc/UTC',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
  'UTC',
];

/** `Asia/Tokyo`, `EST5EDT`, `Etc/GMT+5`: a distance to UTC by itself is none. */
const SHAPE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

let names: Map<string, string> | null = null;

/**
 * The time zone that the text names, in the one spelling of its name; null where it names none. Capitals mean nothing in these names, and
 * libraries keep what they know of a zone under each spelling for good, of names that are none, too: whatever comes from outside
 * is asked here first, and what is answered is what goes on. Of a name that is listed nowhere it answers the one that the runtime
 * has for the same zone, and keeps nothing.
 */
export function zoneNamed(text: string): string | null {
  names ??= readNames();
  return names.get(text.toLowerCase()) ?? (SHAPE.test(text) ? canonicalName(text) : null);
}

function readNames(): Map<string, string> {
  const known = NAMES_OF_TODAY.filter((name) => canonicalName(name) !== null);
  return new Map([...Intl.supportedValuesOf('timeZone'), ...known].map((name) => [name.toLowerCase(), name]));
}

function canonicalName(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
