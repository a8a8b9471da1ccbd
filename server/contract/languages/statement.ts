import type { Language } from '../errors.js';

/** What can happen on a user's accounts by what the wallet does, as in the books. */
export const STATEMENT_REASONS = [
  'wallet.transfer',
  'wallet.adjustment',
  'deposits.credit',
  'withdrawals.freeze',
  'withdrawals.pay',
  'withdrawals.return',
] as const;
export type StatementReason = (typeof STATEMENT_REASONS)[number];

const STATEMENT_WORDS: Record<Language, Record<StatementReason | 'other', string>> = {
  en: {
    'wallet.transfer': 'Transfer between accounts',
    'wallet.adjustment': 'Adjustment by customer support',
    'deposits.credit': 'Deposit',
    'withdrawals.freeze': 'Withdrawal submitted, funds frozen',
    'withdrawals.pay': 'Withdrawal paid',
    'withdrawals.return': 'Withdrawal returned, funds released',
    other: 'Account change',
  },
  zh: {
    'wallet.transfer': '账户划转',
    'wallet.adjustment': '客服调账',
    'deposits.credit': '充值',
    'withdrawals.freeze': '提交提币，资金冻结',
    'withdrawals.pay': '提币已支付',
    'withdrawals.return': '提币退回，资金解冻',
    other: '账户变动',
  },
  'zh-Hant': {
    'wallet.transfer': '帳戶劃轉',
    'wallet.adjustment': '客服調帳',
    'deposits.credit': '充值',
    'withdrawals.freeze': '提交提幣，資金凍結',
    'withdrawals.pay': '提幣已支付',
    'withdrawals.return': '提幣退回，資金解凍',
    other: '帳戶變動',
  },
  ja: {
    'wallet.transfer': '口座間の振替',
    'wallet.adjustment': 'サポートによる調整',
    'deposits.credit': '入金',
    'withdrawals.freeze': '出金申請、資金を凍結',
    'withdrawals.pay': '出金済み',
    'withdrawals.return': '出金の返却、凍結を解除',
    other: '口座の変動',
  },
  ko: {
    'wallet.transfer': '계좌 간 이체',
    'wallet.adjustment': '고객센터 조정',
    'deposits.credit': '입금',
    'withdrawals.freeze': '출금 신청, 자금 동결',
    'withdrawals.pay': '출금 완료',
    'withdrawals.return': '출금 반환, 자금 동결 해제',
    other: '계좌 변동',
  },
  es: {
    'wallet.transfer': 'Transferencia entre cuentas',
    'wallet.adjustment': 'Ajuste del servicio de atención',
    'deposits.credit': 'Depósito',
    'withdrawals.freeze': 'Retiro solicitado, fondos congelados',
    'withdrawals.pay': 'Retiro pagado',
    'withdrawals.return': 'Retiro devuelto, fondos liberados',
    other: 'Movimiento de la cuenta',
  },
  th: {
    'wallet.transfer': 'โอนระหว่างบัญชี',
    'wallet.adjustment': 'ปรับยอดโดยฝ่ายบริการลูกค้า',
    'deposits.credit': 'ฝากเงิน',
    'withdrawals.freeze': 'ยื่นถอนเงิน เงินถูกระงับ',
    'withdrawals.pay': 'ถอนเงินสำเร็จ',
    'withdrawals.return': 'คืนเงินถอน ปลดระงับเงิน',
    other: 'รายการเคลื่อนไหวของบัญชี',
  },
};

/** What a line of a statement says. A reason without words of its own says that something changed. */
export function statementText(language: Language, reason: string): string {
  const known = STATEMENT_REASONS.find((name) => name === reason);
  return STATEMENT_WORDS[language][known ?? 'other'];
}
