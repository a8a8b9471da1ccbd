import type { Language } from '../errors.js';
import type { FuturesPositionView } from '../trading/futures.dto.js';

interface FuturesWords {
  /** By the wire's number of the status. */
  statuses: readonly [string, string, string, string, string];
  liquidated: string;
  revoked: string;
  long: string;
  short: string;
}

const FUTURES_WORDS: Record<Language, FuturesWords> = {
  en: {
    statuses: ['Pending', 'Holding', 'Closing', 'Closed', 'Cancelled'],
    liquidated: 'Liquidated',
    revoked: 'Revoked',
    long: 'Long',
    short: 'Short',
  },
  zh: {
    statuses: ['挂单中', '持仓中', '平仓中', '已平仓', '已撤单'],
    liquidated: '已强平',
    revoked: '已撤销',
    long: '做多',
    short: '做空',
  },
  'zh-Hant': {
    statuses: ['掛單中', '持倉中', '平倉中', '已平倉', '已撤單'],
    liquidated: '已強平',
    revoked: '已撤銷',
    long: '做多',
    short: '做空',
  },
  ja: {
    statuses: ['待機中', '保有中', '決済中', '決済済み', '取消済み'],
    liquidated: '強制清算',
    revoked: '取り下げ',
    long: 'ロング',
    short: 'ショート',
  },
  ko: {
    statuses: ['대기 중', '보유 중', '종료 중', '종료', '취소됨'],
    liquidated: '강제 청산',
    revoked: '철회됨',
    long: '롱',
    short: '숏',
  },
  es: {
    statuses: ['Pendiente', 'Abierta', 'Cerrando', 'Cerrada', 'Cancelada'],
    liquidated: 'Liquidada',
    revoked: 'Revocada',
    long: 'Largo',
    short: 'Corto',
  },
  th: {
    statuses: ['รอดำเนินการ', 'ถืออยู่', 'กำลังปิด', 'ปิดแล้ว', 'ยกเลิกแล้ว'],
    liquidated: 'ถูกบังคับปิด',
    revoked: 'ถูกเพิกถอน',
    long: 'ลอง',
    short: 'ชอร์ต',
  },
};

/** The name of a row's status; a closed or cancelled one says when the product did it. */
export function futuresStatusName(language: Language, { status, closedAs }: FuturesPositionView): string {
  const words = FUTURES_WORDS[language];
  if (closedAs === 'liquidated' || closedAs === 'deleveraged') return words.liquidated;
  return closedAs === 'revoked' ? words.revoked : (words.statuses[status] ?? '');
}

export function futuresSideName(language: Language, side: FuturesPositionView['side']): string {
  return FUTURES_WORDS[language][side];
}
