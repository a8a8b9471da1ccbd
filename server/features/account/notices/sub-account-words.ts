import type { Language } from '../../../contract/errors.js';

/** What a user is told of its sub-accounts, and what stands of them among the events of its account. */
export type SubAccountEventKind = 'sub-account-opened' | 'sub-account-frozen' | 'sub-account-thawed';

export const SUB_ACCOUNT_NOTICE_WORDS: Record<Language, Record<SubAccountEventKind, string>> = {
  en: {
    'sub-account-opened': 'A sub-account was opened: {value}',
    'sub-account-frozen': 'A sub-account was frozen: {value}',
    'sub-account-thawed': 'A sub-account was unfrozen: {value}',
  },
  zh: {
    'sub-account-opened': '已开立子账户：{value}',
    'sub-account-frozen': '已冻结子账户：{value}',
    'sub-account-thawed': '已解冻子账户：{value}',
  },
  'zh-Hant': {
    'sub-account-opened': '已開立子帳戶：{value}',
    'sub-account-frozen': '已凍結子帳戶：{value}',
    'sub-account-thawed': '已解凍子帳戶：{value}',
  },
  ja: {
    'sub-account-opened': 'サブアカウントが開設されました：{value}',
    'sub-account-frozen': 'サブアカウントが凍結されました：{value}',
    'sub-account-thawed': 'サブアカウントの凍結が解除されました：{value}',
  },
  ko: {
    'sub-account-opened': '서브계정이 개설되었습니다: {value}',
    'sub-account-frozen': '서브계정이 동결되었습니다: {value}',
    'sub-account-thawed': '서브계정 동결이 해제되었습니다: {value}',
  },
  es: {
    'sub-account-opened': 'Se ha abierto una subcuenta: {value}',
    'sub-account-frozen': 'Se ha congelado una subcuenta: {value}',
    'sub-account-thawed': 'Se ha descongelado una subcuenta: {value}',
  },
  th: {
    'sub-account-opened': 'เปิดบัญชีย่อยแล้ว: {value}',
    'sub-account-frozen': 'ระงับบัญชีย่อยแล้ว: {value}',
    'sub-account-thawed': 'ยกเลิกการระงับบัญชีย่อยแล้ว: {value}',
  },
};

export const SUB_ACCOUNT_EVENT_WORDS: Record<Language, Record<SubAccountEventKind, string>> = {
  en: {
    'sub-account-opened': 'Sub-account opened',
    'sub-account-frozen': 'Sub-account frozen',
    'sub-account-thawed': 'Sub-account unfrozen',
  },
  zh: {
    'sub-account-opened': '开立子账户',
    'sub-account-frozen': '冻结子账户',
    'sub-account-thawed': '解冻子账户',
  },
  'zh-Hant': {
    'sub-account-opened': '開立子帳戶',
    'sub-account-frozen': '凍結子帳戶',
    'sub-account-thawed': '解凍子帳戶',
  },
  ja: {
    'sub-account-opened': 'サブアカウントの開設',
    'sub-account-frozen': 'サブアカウントの凍結',
    'sub-account-thawed': 'サブアカウントの凍結解除',
  },
  ko: {
    'sub-account-opened': '서브계정 개설',
    'sub-account-frozen': '서브계정 동결',
    'sub-account-thawed': '서브계정 동결 해제',
  },
  es: {
    'sub-account-opened': 'Subcuenta abierta',
    'sub-account-frozen': 'Subcuenta congelada',
    'sub-account-thawed': 'Subcuenta descongelada',
  },
  th: {
    'sub-account-opened': 'เปิดบัญชีย่อย',
    'sub-account-frozen': 'ระงับบัญชีย่อย',
    'sub-account-thawed': 'ยกเลิกการระงับบัญชีย่อย',
  },
};
