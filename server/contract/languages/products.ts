import type { Language } from '../errors.js';
import { COUNTRY_PRODUCTS, type CountryProduct } from '../rules/country-rules.rules.js';

/** What products are called in refusals by country, and at the desk. */
export const PRODUCT_WORDS: Record<Language, Record<CountryProduct, string>> = {
  zh: {
    spot: '现货',
    contracts: '合约',
    options: '交割期权',
    'options-demo': '模拟交割期权',
    trust: '理财',
    subscription: '新币申购',
    ieo: 'IEO',
    otc: 'C2C 交易',
    deposits: '充值',
    withdrawals: '提现',
  },
  'zh-Hant': {
    spot: '現貨',
    contracts: '合約',
    options: '交割期權',
    'options-demo': '模擬交割期權',
    trust: '理財',
    subscription: '新幣申購',
    ieo: 'IEO',
    otc: 'C2C 交易',
    deposits: '充值',
    withdrawals: '提現',
  },
  en: {
    spot: 'spot',
    contracts: 'contracts',
    options: 'delivery options',
    'options-demo': 'demo delivery options',
    trust: 'trust',
    subscription: 'new-coin subscription',
    ieo: 'IEO',
    otc: 'peer-to-peer',
    deposits: 'deposits',
    withdrawals: 'withdrawals',
  },
  ja: {
    spot: '現物',
    contracts: '先物',
    options: 'デリバリーオプション',
    'options-demo': 'デモのデリバリーオプション',
    trust: '信託',
    subscription: '新規コインの申込',
    ieo: 'IEO',
    otc: 'P2P取引',
    deposits: '入金',
    withdrawals: '出金',
  },
  ko: {
    spot: '현물',
    contracts: '계약',
    options: '인도 옵션',
    'options-demo': '모의 인도 옵션',
    trust: '신탁',
    subscription: '신규 코인 청약',
    ieo: 'IEO',
    otc: 'P2P 거래',
    deposits: '입금',
    withdrawals: '출금',
  },
  es: {
    spot: 'spot',
    contracts: 'contratos',
    options: 'opciones con entrega',
    'options-demo': 'opciones con entrega de práctica',
    trust: 'fideicomiso',
    subscription: 'suscripción de monedas nuevas',
    ieo: 'IEO',
    otc: 'entre particulares',
    deposits: 'depósitos',
    withdrawals: 'retiros',
  },
  th: {
    spot: 'สปอต',
    contracts: 'สัญญา',
    options: 'ออปชันส่งมอบ',
    'options-demo': 'ออปชันส่งมอบทดลอง',
    trust: 'ทรัสต์',
    subscription: 'การจองเหรียญใหม่',
    ieo: 'IEO',
    otc: 'P2P',
    deposits: 'การฝาก',
    withdrawals: 'การถอน',
  },
};

/** The word of a product that a refusal names; what is none stays as it is. */
export function productText(language: Language, text: string): string {
  const product = COUNTRY_PRODUCTS.find((word) => word === text);
  return product ? PRODUCT_WORDS[language][product] : text;
}
