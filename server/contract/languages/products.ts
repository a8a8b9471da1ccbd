import type { Language } from '../errors.js';
import { COUNTRY_PRODUCTS, type CountryProduct } from '../rules/country-rules.rules.js';

/** What products are called in refusals by country, and at the desk. */
export const PRODUCT_WORDS: Record<Language, Record<CountryProduct, string>> = {
  zh: {
    spot: '现货',
    contracts: '合约',
    options: '期权',
    'options-demo': '模拟期权',
    trust: '理财',
    subscription: '新币认购',
    ieo: 'IEO',
    otc: 'C2C 交易',
    deposits: '充值',
    withdrawals: '提现',
  },
  'zh-Hant': {
    spot: '現貨',
    contracts: '合約',
    options: '期權',
    'options-demo': '模擬期權',
    trust: '理財',
    subscription: '新幣認購',
    ieo: 'IEO',
    otc: 'C2C 交易',
    deposits: '充值',
    withdrawals: '提現',
  },
  en: {
    spot: 'spot',
    contracts: 'contracts',
    options: 'options',
    'options-demo': 'demo options',
    trust: 'trust',
    subscription: 'new coins',
    ieo: 'IEO',
    otc: 'C2C trading',
    deposits: 'deposits',
    withdrawals: 'withdrawals',
  },
  ja: {
    spot: '現物',
    contracts: '先物',
    options: 'オプション',
    'options-demo': 'デモのオプション',
    trust: '運用',
    subscription: '新規コイン',
    ieo: 'IEO',
    otc: 'C2C取引',
    deposits: '入金',
    withdrawals: '出金',
  },
  ko: {
    spot: '현물',
    contracts: '선물',
    options: '옵션',
    'options-demo': '데모 옵션',
    trust: '예치',
    subscription: '신규 코인',
    ieo: 'IEO',
    otc: 'C2C 거래',
    deposits: '입금',
    withdrawals: '출금',
  },
  es: {
    spot: 'spot',
    contracts: 'contratos',
    options: 'opciones',
    'options-demo': 'opciones de demostración',
    trust: 'custodia',
    subscription: 'monedas nuevas',
    ieo: 'IEO',
    otc: 'comercio C2C',
    deposits: 'depósitos',
    withdrawals: 'retiros',
  },
  th: {
    spot: 'สปอต',
    contracts: 'สัญญา',
    options: 'ออปชัน',
    'options-demo': 'ออปชันทดลอง',
    trust: 'ทรัสต์',
    subscription: 'เหรียญใหม่',
    ieo: 'IEO',
    otc: 'ซื้อขาย C2C',
    deposits: 'การฝาก',
    withdrawals: 'การถอน',
  },
};

/** The word of a product that a refusal names; what is none stays as it is. */
export function productText(language: Language, text: string): string {
  const product = COUNTRY_PRODUCTS.find((word) => word === text);
  return product ? PRODUCT_WORDS[language][product] : text;
}
