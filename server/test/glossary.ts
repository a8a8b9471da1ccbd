import type { Language } from '../contract/errors.js';

/** A thing that users read of, and its one word in each language: on every page, in every refusal, notice and at the desk. */
export interface Term {
  thing: string;
  /** Patterns, without regard to capitals: words change their endings. */
  words: Record<Language, string>;
  /** Other words for the same thing, or words that say another. */
  never: Partial<Record<Language, readonly string[]>>;
  /** Where the thing is named: a folder of words, and a key in it. */
  said: readonly (readonly [folder: string, key: string])[];
}

const PAGES = 'client/languages';
const DESK = 'client/ops/words';
const REFUSALS = 'server/contract/languages';

export const GLOSSARY: readonly Term[] = [
  {
    thing: 'the password of six digits that money is taken out with',
    words: {
      zh: '交易密码',
      'zh-Hant': '交易密碼',
      en: 'fund password',
      ja: '資金パスワード',
      ko: '자금 비밀번호',
      es: 'contraseña de fondos',
      th: 'รหัสผ่านธุรกรรม',
    },
    never: {
      zh: ['资金密码', '支付密码', '提现密码'],
      'zh-Hant': ['資金密碼', '支付密碼', '提現密碼'],
      en: ['transaction password', 'payment password', 'trading password'],
      ja: ['取引パスワード', '支払いパスワード'],
      ko: ['거래 비밀번호', '결제 비밀번호'],
      es: ['contraseña de pago', 'contraseña de transacci', 'contraseña de operaci'],
      th: ['รหัสผ่านกองทุน', 'รหัสผ่านชำระเงิน', 'รหัสผ่านเงินทุน'],
    },
    said: [
      [`${PAGES}/account`, 'fundPassword'],
      [`${PAGES}/account`, 'fundDone'],
      [`${PAGES}/common`, 'changePayPassword'],
      [`${PAGES}/deposits`, 'fundPasswordTitle'],
      [`${PAGES}/otc`, 'enterPin'],
      [REFUSALS, 'account.fund-password-wrong'],
      [REFUSALS, 'account.fund-password-missing'],
      [REFUSALS, 'account.fund-password-weak'],
    ],
  },
  {
    thing: 'money that comes in',
    words: { zh: '充值', 'zh-Hant': '充值', en: 'deposit', ja: '入金', ko: '입금', es: 'dep[oó]sit', th: 'ฝาก' },
    never: {
      zh: ['充币', '存币'],
      'zh-Hant': ['充幣', '存幣'],
      en: ['recharge'],
      ja: ['預入', 'チャージ'],
      ko: ['충전'],
      th: ['เติมเงิน'],
    },
    said: [
      [`${PAGES}/common`, 'deposit'],
      [`${PAGES}/wallet`, 'deposits'],
      [`${DESK}/frame`, 'deposits'],
      [REFUSALS, 'deposits.below-minimum'],
    ],
  },
  {
    thing: 'money that goes out',
    words: { zh: '提现', 'zh-Hant': '提現', en: 'withdraw', ja: '出金', ko: '출금', es: 'retir', th: 'ถอน' },
    never: {
      zh: ['提币', '取款'],
      'zh-Hant': ['提幣', '提領'],
      en: ['cash out', 'payout of your'],
      ja: ['引き出し'],
      ko: ['인출'],
      es: ['extracci'],
    },
    said: [
      [`${PAGES}/common`, 'withdraw'],
      [`${PAGES}/wallet`, 'withdrawals'],
      [`${DESK}/frame`, 'withdrawals'],
      [REFUSALS, 'withdrawals.below-minimum'],
      [REFUSALS, 'withdrawals.address-missing'],
    ],
  },
  {
    thing: 'options, which are one of three ways to trade',
    words: { zh: '期权', 'zh-Hant': '期權', en: 'option', ja: 'オプション', ko: '옵션', es: 'opci[oó]n', th: 'ออปชัน' },
    never: {},
    said: [
      [`${PAGES}/common`, 'trading'],
      [`${PAGES}/wallet`, 'option'],
      [REFUSALS, 'options.insufficient-balance'],
    ],
  },
  {
    thing: 'coins that are bought and sold at once, which is another',
    words: { zh: '现货', 'zh-Hant': '現貨', en: 'spot', ja: '現物', ko: '현물', es: 'spot', th: 'สปอต' },
    never: { zh: ['币币'], 'zh-Hant': ['幣幣'], en: ['coin trading'], ja: ['コイン取引'], ko: ['코인 거래'] },
    said: [
      [`${PAGES}/common`, 'spot'],
      [`${PAGES}/common`, 'threeTabs'],
      [`${PAGES}/wallet`, 'spot'],
    ],
  },
  {
    thing: 'prices that the product plays by itself',
    words: { zh: '仿真', 'zh-Hant': '仿真', en: 'sim', ja: '模擬', ko: '모의', es: 'sim', th: 'จำลอง' },
    never: {
      zh: ['模拟价', '模拟行情'],
      'zh-Hant': ['模擬價', '模擬行情'],
      en: ['demo price'],
      ja: ['シミュレーション', 'デモ価格'],
      ko: ['데모 가격', '데모 시세'],
      es: ['precios? demo'],
    },
    said: [
      [`${PAGES}/common`, 'simulated'],
      [`${PAGES}/common`, 'simulatedShort'],
      [`${PAGES}/common`, 'simulatedPrices'],
      [`${PAGES}/spot`, 'simulated'],
      [REFUSALS, 'market.simulated'],
    ],
  },
  {
    thing: 'money to practise with',
    words: { zh: '模拟', 'zh-Hant': '模擬', en: 'demo', ja: 'デモ', ko: '데모', es: 'demo', th: 'ทดลอง' },
    never: {
      zh: ['仿真(账户|资金|交易|盘)', '演示'],
      'zh-Hant': ['仿真(帳戶|資金|交易|盤)', '演示'],
      en: ['simulated (account|money|trading)'],
      ja: ['模擬(口座|資金|取引)'],
      ko: ['모의 ?(거래|자금|계좌)'],
      es: ['(cuenta|dinero) simulad'],
      th: ['เดโม', '(บัญชี|เงิน)จำลอง'],
    },
    said: [
      [`${PAGES}/demo`, 'title'],
      [`${PAGES}/demo`, 'tag'],
      [REFUSALS, 'demo.not-entered'],
      [REFUSALS, 'ledger.demo-cancel-only'],
    ],
  },
  {
    thing: 'money that is locked for a term, by nobody insured',
    words: { zh: '理财', 'zh-Hant': '理財', en: 'trust', ja: '運用', ko: '예치', es: 'custodia', th: 'ทรัสต์' },
    never: {
      zh: ['我的托管', '购买托管', '托管(订单|服务|产品|收益)'],
      'zh-Hant': ['我的託管', '購買託管', '託管(訂單|服務|產品|收益)'],
      en: ['savings', '-day custody', 'custody orders'],
      ja: ['信託', '預託(の|中|商品|注文|サービス)'],
      ko: ['신탁'],
      es: ['ahorro', 'fideicomiso'],
      th: ['ฝากออม'],
    },
    said: [
      [`${PAGES}/common`, 'trust'],
      [`${PAGES}/wallet`, 'trust'],
      [`${PAGES}/trust`, 'trustBalance'],
      [`${DESK}/people`, 'trust'],
    ],
  },
  {
    thing: 'who somebody is, proved by a document',
    words: {
      zh: '身份认证',
      'zh-Hant': '身分認證',
      en: 'verif',
      ja: '本人確認',
      ko: '본인 인증',
      es: 'verifica',
      th: 'ยืนยันตัวตน',
    },
    never: {
      // The app that makes codes has its own word.
      zh: ['实名认证', '身份验证(?!器)'],
      'zh-Hant': ['實名認證', '身分驗證(?!器)', '身份認證'],
      ja: ['身分確認', '本人認証'],
      ko: ['신원 ?(확인|인증)'],
      es: ['autenticaci[oó]n de identidad'],
      th: ['พิสูจน์ตัวตน'],
    },
    said: [
      [`${PAGES}/common`, 'verification'],
      [`${DESK}/frame`, 'verification'],
    ],
  },
  {
    thing: 'new coins that are subscribed to, and are no IEO',
    words: {
      zh: '认购',
      'zh-Hant': '認購',
      en: 'new coins',
      ja: '新規コイン',
      ko: '신규 코인',
      es: 'monedas nuevas',
      th: 'เหรียญใหม่',
    },
    never: { zh: ['新币申购'], 'zh-Hant': ['新幣申購'] },
    said: [
      [`${PAGES}/common`, 'subscription'],
      [`${DESK}/product`, 'subscription'],
      [`${DESK}/product`, 'fam_N'],
    ],
  },
  {
    thing: 'an order to buy or sell at a price, spot or contract',
    words: { zh: '委托', 'zh-Hant': '委託', en: 'order', ja: '注文', ko: '주문', es: '[oó]rden', th: 'คำสั่ง' },
    never: {
      zh: ['(限价|市价|条件|平仓|做多|做空|只减仓)订单'],
      'zh-Hant': ['(限價|市價|條件|平倉|做多|做空|只減倉)訂單'],
      // That word is the one for a liquidation.
      ko: ['청산 주문'],
    },
    said: [
      [`${PAGES}/spot`, 'orders'],
      [`${PAGES}/spot`, 'order'],
      [`${PAGES}/futures`, 'orders'],
      [REFUSALS, 'spot.not-found'],
      [REFUSALS, 'futures.leverage'],
      [REFUSALS, 'futures.not-pending'],
    ],
  },
];

/** Who reads is addressed in one way in a language. */
export const FORM_OF_ADDRESS: Partial<Record<Language, { as: string; never: string }>> = {
  zh: { as: '您', never: '你' },
  'zh-Hant': { as: '您', never: '你' },
  es: { as: 'usted', never: String.raw`(?<![\p{L}])(tú|tus?|ti|contigo|te)(?![\p{L}])` },
  // Without the word for "only", which ends like it.
  th: { as: 'คุณ', never: '(?<!เ)ท่าน' },
};

/** Letters of another writing that the character set of this one has as well, as letters of other words. */
export const OTHER_WRITING: Partial<Record<Language, string>> = { 'zh-Hant': '[于价确么余据托种范]' };
