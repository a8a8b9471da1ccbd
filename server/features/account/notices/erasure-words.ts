import type { Language } from '../../../contract/errors.js';

/** What a user is told of the closing and erasing of the account. */
export type ErasureNoticeKind =
  | 'erasure-asked'
  | 'erasure-rest'
  | 'erasure-taken-back'
  | 'erasure-stopped'
  | 'account-erased';

/** What stands of it among the events of the account. */
export type ErasureEventKind = 'erasure-asked' | 'erasure-rest' | 'erasure-taken-back' | 'account-erased';

export const ERASURE_NOTICE_WORDS: Record<Language, Record<ErasureNoticeKind, string>> = {
  en: {
    'erasure-rest':
      'With the closing of your account you agreed to give up {value}, which is too little to leave it. If it was not you, log in and take it back',
    'erasure-asked':
      'Your account was closed and will be erased after {value} (UTC). If it was not you, log in, take it back, and change your passwords',
    'erasure-taken-back': 'Your account is not erased: it was taken back',
    'erasure-stopped': 'Your account was not erased, because something was still open or credited. Log in to see what',
    'account-erased': 'Your account has been erased',
  },
  zh: {
    'erasure-rest': '注销账户时，您同意放弃不足以提取的余额 {value}。如非本人操作，请登录撤回',
    'erasure-asked': '您的账户已申请注销，将于 {value}（UTC）之后删除。如非本人操作，请登录撤回并修改密码',
    'erasure-taken-back': '已撤回注销，您的账户不会被删除',
    'erasure-stopped': '因仍有未结事项或入账，您的账户未被删除，请登录查看',
    'account-erased': '您的账户已删除',
  },
  'zh-Hant': {
    'erasure-rest': '註銷帳戶時，您同意放棄不足以提取的餘額 {value}。如非本人操作，請登入撤回',
    'erasure-asked': '您的帳戶已申請註銷，將於 {value}（UTC）之後刪除。如非本人操作，請登入撤回並修改密碼',
    'erasure-taken-back': '已撤回註銷，您的帳戶不會被刪除',
    'erasure-stopped': '因仍有未結事項或入帳，您的帳戶未被刪除，請登入查看',
    'account-erased': '您的帳戶已刪除',
  },
  ja: {
    'erasure-rest':
      'アカウントの閉鎖に伴い、引き出せない残額 {value} の放棄に同意しました。心当たりがない場合は、ログインして取り消してください',
    'erasure-asked':
      'アカウントが閉鎖され、{value}（UTC）以降に消去されます。心当たりがない場合は、ログインして取り消し、パスワードを変更してください',
    'erasure-taken-back': 'アカウントの消去は取り消されました',
    'erasure-stopped':
      '未完了の取引または入金があったため、アカウントは消去されませんでした。ログインしてご確認ください',
    'account-erased': 'アカウントは消去されました',
  },
  ko: {
    'erasure-rest':
      '계정 해지와 함께 출금할 수 없는 잔액 {value}을(를) 포기하기로 동의하셨습니다. 본인이 아니라면 로그인하여 철회하세요',
    'erasure-asked':
      '계정이 해지되었으며 {value}(UTC) 이후 삭제됩니다. 본인이 아니라면 로그인하여 철회하고 비밀번호를 변경하세요',
    'erasure-taken-back': '계정 삭제가 철회되었습니다',
    'erasure-stopped': '미결 항목 또는 입금이 있어 계정이 삭제되지 않았습니다. 로그인하여 확인하세요',
    'account-erased': '계정이 삭제되었습니다',
  },
  es: {
    'erasure-rest':
      'Al cerrar su cuenta aceptó ceder {value}, que es muy poco para salir de ella. Si no fue usted, inicie sesión y retírelo',
    'erasure-asked':
      'Su cuenta se ha cerrado y se borrará después del {value} (UTC). Si no fue usted, inicie sesión, retírelo y cambie sus contraseñas',
    'erasure-taken-back': 'Su cuenta no se borrará: la petición se ha retirado',
    'erasure-stopped': 'Su cuenta no se ha borrado porque quedaba algo abierto o abonado. Inicie sesión para verlo',
    'account-erased': 'Su cuenta se ha borrado',
  },
  th: {
    'erasure-rest': 'เมื่อขอปิดบัญชี คุณยอมสละยอดคงเหลือ {value} ซึ่งน้อยเกินกว่าจะถอนได้ หากไม่ใช่คุณ โปรดเข้าสู่ระบบและยกเลิก',
    'erasure-asked': 'บัญชีของคุณถูกปิดและจะถูกลบหลัง {value} (UTC) หากไม่ใช่คุณ โปรดเข้าสู่ระบบ ยกเลิก และเปลี่ยนรหัสผ่าน',
    'erasure-taken-back': 'ยกเลิกการลบบัญชีแล้ว',
    'erasure-stopped': 'บัญชีของคุณไม่ถูกลบเพราะยังมีรายการค้างหรือเงินเข้า โปรดเข้าสู่ระบบเพื่อดู',
    'account-erased': 'บัญชีของคุณถูกลบแล้ว',
  },
};

export const ERASURE_EVENT_WORDS: Record<Language, Record<ErasureEventKind, string>> = {
  en: {
    'erasure-rest': 'Rest of the account given up',
    'erasure-asked': 'Closing of the account asked for',
    'erasure-taken-back': 'Closing of the account taken back',
    'account-erased': 'Account erased',
  },
  zh: {
    'erasure-rest': '同意放弃账户余额',
    'erasure-asked': '申请注销账户',
    'erasure-taken-back': '撤回注销账户',
    'account-erased': '账户已删除',
  },
  'zh-Hant': {
    'erasure-rest': '同意放棄帳戶餘額',
    'erasure-asked': '申請註銷帳戶',
    'erasure-taken-back': '撤回註銷帳戶',
    'account-erased': '帳戶已刪除',
  },
  ja: {
    'erasure-rest': '残額の放棄に同意',
    'erasure-asked': 'アカウントの閉鎖を申請',
    'erasure-taken-back': 'アカウントの閉鎖を取り消し',
    'account-erased': 'アカウントを消去',
  },
  ko: {
    'erasure-rest': '계정 잔액 포기 동의',
    'erasure-asked': '계정 해지 신청',
    'erasure-taken-back': '계정 해지 철회',
    'account-erased': '계정 삭제',
  },
  es: {
    'erasure-rest': 'Resto de la cuenta cedido',
    'erasure-asked': 'Cierre de la cuenta pedido',
    'erasure-taken-back': 'Cierre de la cuenta retirado',
    'account-erased': 'Cuenta borrada',
  },
  th: {
    'erasure-rest': 'ยอมสละยอดคงเหลือในบัญชี',
    'erasure-asked': 'ขอปิดบัญชี',
    'erasure-taken-back': 'ยกเลิกการปิดบัญชี',
    'account-erased': 'ลบบัญชีแล้ว',
  },
};
