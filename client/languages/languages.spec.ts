import { TextDecoder } from 'node:util';
import { getI18n } from 'react-i18next';
import { LANGUAGES } from '../../server/contract/errors';
import { LANGUAGE_NAMES, type LazyWords, loadWords, speak, speakMore } from '.';
import { alertsWords } from './alerts';
import { apiKeysWords } from './api-keys';
import { subAccountsWords } from './sub-accounts';
import { appWords } from './app';
import { chartingWords } from './charting';
import { complaintsWords } from './complaints';
import { dataExportsWords } from './data-exports';
import { erasureWords } from './erasure';
import { depthChartWords } from './depth-chart';
import { figuresWords } from './figures';
import { futuresWords } from './futures';
import { depositsWords } from './deposits';
import { helpChatWords } from './help-chat';
import { ieoWords } from './ieo';
import { limitsWords } from './limits';
import { notificationsWords } from './notifications';
import { optionWords } from './options';
import { orderKeysWords } from './order-keys';
import { otcWords } from './otc';
import { placesWords } from './places';
import { serviceStatusWords } from './service-status';
import { spotWords } from './spot';
import { subscriptionWords } from './subscription';
import { referralWords } from './referral';
import { trustWords } from './trust';
import type { Words } from './common/en';

/** The words that some pages fetch for themselves. */
const LAZY = {
  alerts: alertsWords,
  apiKeys: apiKeysWords,
  subAccounts: subAccountsWords,
  app: appWords,
  charting: chartingWords,
  complaints: complaintsWords,
  contract: futuresWords,
  dataExports: dataExportsWords,
  erasure: erasureWords,
  depthChart: depthChartWords,
  figures: figuresWords,
  funding: depositsWords,
  helpChat: helpChatWords,
  ieo: ieoWords,
  limits: limitsWords,
  notifications: notificationsWords,
  option: optionWords,
  orderKeys: orderKeysWords,
  otc: otcWords,
  places: placesWords,
  serviceStatus: serviceStatusWords,
  spot: spotWords,
  referral: referralWords,
  trust: trustWords,
  subscription: subscriptionWords,
};

async function allWords(language: (typeof LANGUAGES)[number]): Promise<Leaves> {
  const lazy = await Promise.all(Object.values(LAZY).map((words) => words(language)));
  return leaves(Object.assign({}, (await loadWords(language)) satisfies Words, ...lazy.map(({ words }) => words)));
}

/** The Chinese characters of a national character set, all of whose characters have two bytes. */
function characters(encoding: string, leads: [number, number], trails: [number, number]): Set<string> {
  const decoder = new TextDecoder(encoding);
  const known = new Set<string>();
  for (let lead = leads[0]; lead <= leads[1]; lead += 1)
    for (let trail = trails[0]; trail <= trails[1]; trail += 1) known.add(decoder.decode(Uint8Array.of(lead, trail)));
  return known;
}

/** Each writing by the character set that its country made for it: what is not in there is another writing's. */
const WRITINGS = {
  zh: () => characters('gbk', [0xb0, 0xf7], [0xa1, 0xfe]),
  'zh-Hant': () => characters('big5', [0xa4, 0xf9], [0x40, 0xfe]),
  ja: () => characters('shift_jis', [0x88, 0xea], [0x40, 0xfc]),
};

type Leaves = Record<string, string>;

function leaves(words: object, path = ''): Leaves {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value]] : Object.entries(leaves(value, `${path}${key}.`)),
    ),
  );
}

const parameters = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe.each(LANGUAGES)('the words in %s', (language) => {
  let own: Leaves;
  let chinese: Leaves;
  beforeAll(async () => {
    own = await allWords(language);
    chinese = await allWords('zh');
  });

  it('are the same set as in the default language, none of them empty', () => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(chinese).sort());
    expect(Object.entries(own).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('mention the same figures', () => {
    for (const [key, text] of Object.entries(own))
      expect([key, parameters(text)]).toEqual([key, parameters(chinese[key] ?? '')]);
  });

  it('shout at nobody', () => {
    expect(Object.values(own).filter((text) => /[!！]/.test(text))).toEqual([]);
  });

  it('have a name of their own', () => {
    expect(LANGUAGE_NAMES[language]).not.toBe('');
  });
});

it.each(Object.entries(WRITINGS))('the words in %s are in the characters of that writing', async (language, known) => {
  const own = known();
  const strange = Object.entries(await allWords(language as keyof typeof WRITINGS)).flatMap(([key, text]) =>
    (text.match(/\p{Script=Han}/gu) ?? [])
      .filter((character) => !own.has(character))
      .map((character) => [key, character]),
  );
  expect(strange).toEqual([]);
});

it('tells the document which language it speaks', async () => {
  await speak('th');
  expect(document.documentElement.lang).toBe('th');
  expect(document.title).toBe('ตลาด');
});

it('brings the words that a page asked for along into every other language', async () => {
  await speak('en');
  await speakMore(trustWords);
  expect(getI18n().t('trust.myOrders')).toBe('My orders');
  await speak('es');
  expect(getI18n().t('trust.myOrders')).toBe('Mis órdenes');
});

describe('words of a page that is fetched while the language changes', () => {
  const say = (name: string) => (getI18n().t as unknown as (key: string) => string)(name);
  const named =
    (name: string): LazyWords =>
    async (language) => ({ words: { [name]: `${name} in ${language}` } });

  it('are in the new language, where it was on its way already', async () => {
    await speak('en');
    const speaking = speak('es');
    await speakMore(named('early'));
    await speaking;
    expect(say('early')).toBe('early in es');
  });

  it('are in the new language, where they are asked for while it takes over', async () => {
    await speak('en');
    let more: Promise<void> | undefined;
    const ask = () => (more ??= speakMore(named('late')));
    getI18n().on('languageChanging', ask);
    await speak('es');
    getI18n().off('languageChanging', ask);
    await more;
    expect(say('late')).toBe('late in es');
  });
});
