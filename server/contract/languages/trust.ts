import type { Language } from '../errors.js';
import type { YieldSource } from '../rules/trust.rules.js';

interface TrustWords {
  name: string;
  introduction: string;
  sources: Record<YieldSource, string>;
}

/** `{code}` is the currency, `{days}` the term, `{source}` where the interest comes from. */
const WORDS: Record<Language, TrustWords> = {
  en: {
    name: '{code} {days}-day trust',
    introduction:
      'Locked for {days} days. Interest from the day after, every day; principal and interest return at the end. Source of the interest: {source}. It is owed by the platform and is not guaranteed by anybody else.',
    sources: {
      treasury: 'short-term government paper',
      lending: 'secured lending to traders',
      'market-making': 'market making',
      house: 'the platform’s own funds',
    },
  },
  zh: {
    name: '{code} {days} 天理财',
    introduction:
      '锁定 {days} 天。次日起每天计息，到期返还本金和收益。收益来源：{source}。由平台支付，没有其他人担保。',
    sources: {
      treasury: '短期国债',
      lending: '向交易者提供的抵押借款',
      'market-making': '做市',
      house: '平台自有资金',
    },
  },
  'zh-Hant': {
    name: '{code} {days} 天理財',
    introduction:
      '鎖定 {days} 天。次日起每天計息，到期返還本金和收益。收益來源：{source}。由平台支付，沒有其他人擔保。',
    sources: {
      treasury: '短期國債',
      lending: '向交易者提供的抵押借款',
      'market-making': '做市',
      house: '平台自有資金',
    },
  },
  ja: {
    name: '{code} {days}日間の運用',
    introduction:
      '{days}日間ロックされます。翌日から毎日利息が付き、満期に元本と利息が戻ります。利息の原資：{source}。支払うのは当社であり、第三者の保証はありません。',
    sources: {
      treasury: '短期国債',
      lending: '取引者への担保付き貸付',
      'market-making': 'マーケットメイク',
      house: '当社の自己資金',
    },
  },
  ko: {
    name: '{code} {days}일 예치',
    introduction:
      '{days}일 동안 잠깁니다. 다음 날부터 매일 이자가 붙고 만기에 원금과 이자가 돌아옵니다. 이자의 원천: {source}. 플랫폼이 지급하며 다른 누구도 보증하지 않습니다.',
    sources: {
      treasury: '단기 국채',
      lending: '거래자 담보 대출',
      'market-making': '시장 조성',
      house: '플랫폼 자체 자금',
    },
  },
  es: {
    name: 'Custodia de {code} a {days} días',
    introduction:
      'Bloqueado durante {days} días. Interés diario desde el día siguiente; al vencimiento vuelven el principal y los intereses. Origen del interés: {source}. Lo debe la plataforma y nadie más lo garantiza.',
    sources: {
      treasury: 'deuda pública a corto plazo',
      lending: 'préstamos con garantía a operadores',
      'market-making': 'creación de mercado',
      house: 'fondos propios de la plataforma',
    },
  },
  th: {
    name: 'ทรัสต์ {code} {days} วัน',
    introduction:
      'ล็อก {days} วัน คิดดอกเบี้ยทุกวันตั้งแต่วันถัดไป เมื่อครบกำหนดจะคืนเงินต้นและดอกเบี้ย ที่มาของดอกเบี้ย: {source} แพลตฟอร์มเป็นผู้จ่าย ไม่มีผู้อื่นค้ำประกัน',
    sources: {
      treasury: 'พันธบัตรรัฐบาลระยะสั้น',
      lending: 'เงินกู้มีหลักประกันแก่ผู้เทรด',
      'market-making': 'การดูแลสภาพคล่อง',
      house: 'เงินทุนของแพลตฟอร์มเอง',
    },
  },
};

/** What a product is called and what must be said of it, before anybody buys. */
export function trustProductText(
  language: Language,
  { code, days, source }: { code: string; days: number; source: YieldSource },
): { name: string; introduction: string } {
  const words = WORDS[language];
  const fill = (text: string) =>
    text.replace('{code}', code).replace('{days}', String(days)).replace('{source}', words.sources[source]);
  return { name: fill(words.name), introduction: fill(words.introduction) };
}
