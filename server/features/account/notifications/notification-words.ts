import type { Language } from '../../../contract/errors.js';
import type { NoticeGroup } from '../../../contract/rules/notifications.rules.js';
import { filled } from '../notices/index.js';

interface Words {
  groups: Record<NoticeGroup, string>;
  /** In the place of a text with amounts. */
  hidden: string;
  /** Over what was held in quiet hours. */
  held: string;
  /** `{count}` is two or more. */
  count: string;
  /** Under a mail; `{link}` is an address. */
  footer: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    groups: {
      orders: 'Order filled',
      stops: 'Take-profit or stop-loss',
      liquidations: 'Liquidation',
      warnings: 'Margin warning',
      settlements: 'Option settled',
      credits: 'Deposit',
      withdrawals: 'Withdrawal',
      otc: 'Order between users',
      decisions: 'Decision',
      releases: 'Trust, new coins and rewards',
      alerts: 'Price alert',
      security: 'Account security',
    },
    hidden: 'Open the app to read it',
    held: 'While it was quiet',
    count: '{count} new notices',
    footer: 'What is mailed to you, and when not, is your choice: {link}',
  },
  zh: {
    groups: {
      orders: '委托成交',
      stops: '止盈止损',
      liquidations: '强平',
      warnings: '保证金预警',
      settlements: '期权结算',
      credits: '充值',
      withdrawals: '提现',
      otc: '用户间订单',
      decisions: '审核结果',
      releases: '理财、新币与奖励',
      alerts: '价格提醒',
      security: '账户安全',
    },
    hidden: '请打开应用查看',
    held: '免打扰期间',
    count: '{count} 条新通知',
    footer: '您可以选择接收哪些邮件以及何时不打扰：{link}',
  },
  'zh-Hant': {
    groups: {
      orders: '委託成交',
      stops: '止盈止損',
      liquidations: '強平',
      warnings: '保證金預警',
      settlements: '期權結算',
      credits: '充值',
      withdrawals: '提現',
      otc: '用戶間訂單',
      decisions: '審核結果',
      releases: '理財、新幣與獎勵',
      alerts: '價格提醒',
      security: '帳戶安全',
    },
    hidden: '請開啟應用程式查看',
    held: '勿擾期間',
    count: '{count} 則新通知',
    footer: '您可以選擇接收哪些郵件以及何時勿擾：{link}',
  },
  ja: {
    groups: {
      orders: '注文の約定',
      stops: '利食い・損切り',
      liquidations: '強制決済',
      warnings: '証拠金の警告',
      settlements: 'オプションの決済',
      credits: '入金',
      withdrawals: '出金',
      otc: 'ユーザー間の注文',
      decisions: '審査結果',
      releases: '運用商品・新規コイン・報酬',
      alerts: '価格アラート',
      security: 'アカウントの安全',
    },
    hidden: 'アプリを開いてご確認ください',
    held: 'おやすみ時間中のお知らせ',
    count: '新しいお知らせが {count} 件あります',
    footer: 'メールの種類と時間帯はこちらで選べます：{link}',
  },
  ko: {
    groups: {
      orders: '주문 체결',
      stops: '익절·손절',
      liquidations: '강제 청산',
      warnings: '증거금 경고',
      settlements: '옵션 정산',
      credits: '입금',
      withdrawals: '출금',
      otc: '사용자 간 주문',
      decisions: '심사 결과',
      releases: '예치·신규 코인·보상',
      alerts: '가격 알림',
      security: '계정 보안',
    },
    hidden: '앱을 열어 확인하세요',
    held: '방해 금지 시간 동안',
    count: '새 알림 {count}건',
    footer: '메일로 받을 알림과 받지 않을 시간은 여기에서 선택합니다: {link}',
  },
  es: {
    groups: {
      orders: 'Orden ejecutada',
      stops: 'Toma de ganancias o límite de pérdidas',
      liquidations: 'Liquidación',
      warnings: 'Aviso de margen',
      settlements: 'Opción liquidada',
      credits: 'Depósito',
      withdrawals: 'Retiro',
      otc: 'Orden entre usuarios',
      decisions: 'Decisión',
      releases: 'Custodia, monedas nuevas y recompensas',
      alerts: 'Alerta de precio',
      security: 'Seguridad de la cuenta',
    },
    hidden: 'Abra la aplicación para leerlo',
    held: 'Durante las horas de silencio',
    count: '{count} avisos nuevos',
    footer: 'Usted elige qué se le envía por correo y cuándo no: {link}',
  },
  th: {
    groups: {
      orders: 'คำสั่งจับคู่แล้ว',
      stops: 'ทำกำไรหรือตัดขาดทุน',
      liquidations: 'การบังคับปิด',
      warnings: 'คำเตือนหลักประกัน',
      settlements: 'ออปชันชำระแล้ว',
      credits: 'ฝากเงิน',
      withdrawals: 'ถอนเงิน',
      otc: 'คำสั่งระหว่างผู้ใช้',
      decisions: 'ผลการพิจารณา',
      releases: 'ทรัสต์ เหรียญใหม่ และรางวัล',
      alerts: 'การเตือนราคา',
      security: 'ความปลอดภัยของบัญชี',
    },
    hidden: 'เปิดแอปเพื่ออ่าน',
    held: 'ในช่วงห้ามรบกวน',
    count: 'การแจ้งเตือนใหม่ {count} รายการ',
    footer: 'คุณเลือกได้ว่าจะรับอีเมลเรื่องใดและไม่รับเมื่อใด: {link}',
  },
};

/** The words of what leaves the app. */
export function notificationWords(language: Language) {
  const { groups, hidden, held, count, footer } = WORDS[language];
  return {
    groups,
    hidden,
    held,
    count: (notices: number) => filled(count, { count: String(notices) }),
    footer: (link: string) => filled(footer, { link }),
  };
}
