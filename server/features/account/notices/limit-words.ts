import type { Language } from '../../../contract/errors.js';

type Names = Record<'deposit' | 'loss' | 'stake', Record<'day' | 'week' | 'month', string>> & { time: { day: string } };

/** What a limit that users set themselves is called, and what there is where there is none. */
const LIMIT_WORDS: Record<Language, Names & { none: string }> = {
  en: {
    deposit: { day: 'daily deposit limit', week: 'weekly deposit limit', month: 'monthly deposit limit' },
    loss: { day: 'daily loss limit', week: 'weekly loss limit', month: 'monthly loss limit' },
    stake: { day: 'daily stake limit', week: 'weekly stake limit', month: 'monthly stake limit' },
    time: { day: 'daily time limit' },
    none: 'none',
  },
  zh: {
    deposit: { day: '每日充值限额', week: '每周充值限额', month: '每月充值限额' },
    loss: { day: '每日亏损限额', week: '每周亏损限额', month: '每月亏损限额' },
    stake: { day: '每日投入限额', week: '每周投入限额', month: '每月投入限额' },
    time: { day: '每日时长限制' },
    none: '不限',
  },
  'zh-Hant': {
    deposit: { day: '每日充值限額', week: '每週充值限額', month: '每月充值限額' },
    loss: { day: '每日虧損限額', week: '每週虧損限額', month: '每月虧損限額' },
    stake: { day: '每日投入限額', week: '每週投入限額', month: '每月投入限額' },
    time: { day: '每日時長限制' },
    none: '不限',
  },
  ja: {
    deposit: { day: '1日の入金上限', week: '1週間の入金上限', month: '1か月の入金上限' },
    loss: { day: '1日の損失上限', week: '1週間の損失上限', month: '1か月の損失上限' },
    stake: { day: '1日の投入上限', week: '1週間の投入上限', month: '1か月の投入上限' },
    time: { day: '1日の利用時間の上限' },
    none: 'なし',
  },
  ko: {
    deposit: { day: '일일 입금 한도', week: '주간 입금 한도', month: '월간 입금 한도' },
    loss: { day: '일일 손실 한도', week: '주간 손실 한도', month: '월간 손실 한도' },
    stake: { day: '일일 투입 한도', week: '주간 투입 한도', month: '월간 투입 한도' },
    time: { day: '일일 이용 시간 한도' },
    none: '없음',
  },
  es: {
    deposit: {
      day: 'límite diario de depósito',
      week: 'límite semanal de depósito',
      month: 'límite mensual de depósito',
    },
    loss: { day: 'límite diario de pérdidas', week: 'límite semanal de pérdidas', month: 'límite mensual de pérdidas' },
    stake: {
      day: 'límite diario de inversión',
      week: 'límite semanal de inversión',
      month: 'límite mensual de inversión',
    },
    time: { day: 'límite diario de tiempo' },
    none: 'ninguno',
  },
  th: {
    deposit: { day: 'วงเงินฝากต่อวัน', week: 'วงเงินฝากต่อสัปดาห์', month: 'วงเงินฝากต่อเดือน' },
    loss: { day: 'วงเงินขาดทุนต่อวัน', week: 'วงเงินขาดทุนต่อสัปดาห์', month: 'วงเงินขาดทุนต่อเดือน' },
    stake: { day: 'วงเงินลงทุนต่อวัน', week: 'วงเงินลงทุนต่อสัปดาห์', month: 'วงเงินลงทุนต่อเดือน' },
    time: { day: 'จำกัดเวลาต่อวัน' },
    none: 'ไม่จำกัด',
  },
};

/** `stake day` in a language; anything else as it is. */
export function limitName(language: Language, text: string): string {
  const [kind = '', period = ''] = text.split(' ');
  const names = new Map(
    Object.entries(LIMIT_WORDS[language]).map(([each, words]) => [each, new Map(Object.entries(words))]),
  );
  return names.get(kind)?.get(period) ?? text;
}

/** What stands for a limit that there is not. */
export function noLimit(language: Language): string {
  return LIMIT_WORDS[language].none;
}
