/** What notices are about: for each a person chooses how else it is told. */
export const NOTICE_GROUPS = [
  'orders',
  'stops',
  'liquidations',
  'warnings',
  'settlements',
  'credits',
  'withdrawals',
  'otc',
  'decisions',
  'releases',
  'alerts',
  'security',
] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/** Groups as they were before they could be chosen apart: choices and pages of then say them and mean all of these. */
const FORMER_GROUPS: readonly (readonly [former: string, groups: readonly NoticeGroup[]])[] = [
  ['margin', ['liquidations', 'warnings']],
  ['transfers', ['credits', 'withdrawals']],
];

/** The groups that the words name, former ones included; null where one of the words names none. */
export function readGroups(words: readonly string[]): NoticeGroup[] | null {
  const known = new Set<string>([...NOTICE_GROUPS, ...FORMER_GROUPS.map(([former]) => former)]);
  return words.every((word) => known.has(word)) ? groupsAmong(words) : null;
}

/** Likewise; words that a later version knows, or this one does not any more, are left out. */
export function groupsAmong(words: readonly string[]): NoticeGroup[] {
  const meant = new Set<string>(words);
  for (const [former, groups] of FORMER_GROUPS) if (meant.has(former)) for (const group of groups) meant.add(group);
  return NOTICE_GROUPS.filter((group) => meant.has(group));
}

/** The words for the groups, with a former one where all of what it meant was chosen: versions before read these. */
export function groupWords(groups: readonly NoticeGroup[]): string[] {
  const former = FORMER_GROUPS.filter(([, parts]) => parts.every((part) => groups.includes(part)));
  return [...groups, ...former.map(([word]) => word)];
}

/**
 * The word that what waits to be told is kept under: the former one where there was one. Workers of the version before, which
 * still run while an upgrade is rolled out or taken back, have no words for a group that they do not know and could not send
 * it. The next version may keep the group itself.
 */
export function storedGroup(group: NoticeGroup): string {
  return FORMER_GROUPS.find(([, parts]) => parts.includes(group))?.[0] ?? group;
}

/** Groups of which mails are a matter of choice: what happens to the security of an account is always mailed. */
export const MAILED_BY_CHOICE: readonly NoticeGroup[] = NOTICE_GROUPS.filter((group) => group !== 'security');

/** What may not wait for the morning. */
export const URGENT_GROUPS: readonly NoticeGroup[] = ['liquidations', 'warnings', 'security'];

/** `07:05` as minutes of the day; null for what is no time of a day. */
export function readTimeOfDay(text: string): number | null {
  const [, hours = '', minutes = ''] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(text) ?? [];
  return hours === '' ? null : Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10);
}

/** Minutes of the day as `07:05`. */
export function timeOfDayText(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
