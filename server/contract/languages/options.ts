import type { Language } from '../errors.js';

/** What old clients show of an order as it is. */
export type OptionWord =
  | 'rise'
  | 'fall'
  | 'even'
  | 'running'
  | 'closing'
  | 'closed'
  | 'win'
  | 'loss'
  | 'tie'
  | 'void'
  | 'open';

const OPTION_WORDS: Record<Language, Record<OptionWord, string>> = {
  en: {
    rise: 'Rise',
    fall: 'Fall',
    even: 'Even',
    running: 'Pending delivery',
    closing: 'Settling',
    closed: 'Delivered',
    win: 'Profit',
    loss: 'Loss',
    tie: 'Returned',
    void: 'Void, refunded',
    open: '',
  },
  zh: {
    rise: '买涨',
    fall: '买跌',
    even: '买平',
    running: '待交割',
    closing: '交割中',
    closed: '已交割',
    win: '盈利',
    loss: '亏损',
    tie: '退回',
    void: '作废，已退款',
    open: '',
  },
  'zh-Hant': {
    rise: '買漲',
    fall: '買跌',
    even: '買平',
    running: '待交割',
    closing: '交割中',
    closed: '已交割',
    win: '獲利',
    loss: '虧損',
    tie: '退回',
    void: '作廢，已退款',
    open: '',
  },
  ja: {
    rise: '上昇',
    fall: '下落',
    even: '横ばい',
    running: '満期待ち',
    closing: '決済中',
    closed: '決済済み',
    win: '利益',
    loss: '損失',
    tie: '返還',
    void: '無効、返金済み',
    open: '',
  },
  ko: {
    rise: '상승',
    fall: '하락',
    even: '보합',
    running: '만기 대기',
    closing: '정산 중',
    closed: '정산 완료',
    win: '이익',
    loss: '손실',
    tie: '반환',
    void: '무효, 환불됨',
    open: '',
  },
  es: {
    rise: 'Sube',
    fall: 'Baja',
    even: 'Igual',
    running: 'Pendiente',
    closing: 'Liquidando',
    closed: 'Liquidada',
    win: 'Ganancia',
    loss: 'Pérdida',
    tie: 'Devuelta',
    void: 'Anulada, reembolsada',
    open: '',
  },
  th: {
    rise: 'ขึ้น',
    fall: 'ลง',
    even: 'เท่าเดิม',
    running: 'รอครบกำหนด',
    closing: 'กำลังชำระราคา',
    closed: 'ชำระราคาแล้ว',
    win: 'กำไร',
    loss: 'ขาดทุน',
    tie: 'คืนเงิน',
    void: 'โมฆะ คืนเงินแล้ว',
    open: '',
  },
};

export function optionWord(language: Language, word: OptionWord): string {
  return OPTION_WORDS[language][word];
}
