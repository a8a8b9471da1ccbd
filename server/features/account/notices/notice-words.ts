import type { Language } from '../../../contract/errors.js';
import { groupedDecimal } from '../../../contract/languages/numbers.js';
import { isDecimalText } from '../../../contract/money.js';
import type { Message } from '../../../platform/messages/messages.js';
import { ALERT_NOTICE_WORDS, windowText } from './alert-notice-words.js';
import { WORD_LINES } from './anti-phishing-words.js';
import { DATA_EXPORT_NOTICE_WORDS, type DataExportNoticeKind } from './data-export-words.js';
import { ERASURE_NOTICE_WORDS, type ErasureNoticeKind } from './erasure-words.js';
import { KEY_NOTICE_WORDS, type KeyNoticeKind } from './key-words.js';
import { limitName, noLimit } from './limit-words.js';
import { MERCHANT_NOTICE_WORDS, type MerchantNoticeKind } from './merchant-words.js';
import { MONEY_NOTICE_WORDS } from './money-notice-words.js';
import { ORDER_END_NOTICE_WORDS } from './order-end-words.js';
import { SUB_ACCOUNT_NOTICE_WORDS, type SubAccountEventKind } from './sub-account-words.js';
import { TRADING_NOTICE_WORDS } from './trading-notice-words.js';

/** Those with a file of words of their own. */
type WordedKind = KeyNoticeKind | DataExportNoticeKind | ErasureNoticeKind | SubAccountEventKind | MerchantNoticeKind;

/** What may be told to a user about its own account. */
export type NoticeKind =
  | WordedKind
  | 'registered'
  | 'new-device'
  | 'wrong-tries'
  | 'password-changed'
  | 'password-reset'
  | 'fund-password-set'
  | 'fund-password-changed'
  | 'fund-password-locked'
  | 'totp-on'
  | 'totp-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'bank-card-changed'
  | 'otc-payment-added'
  | 'contact-changed'
  | 'address-added'
  | 'subscription-released'
  | 'limit-set'
  | 'limit-asked'
  | 'limit-called-back'
  | 'break-began'
  | 'complaint-answered';

const NOTICE_WORDS: Record<Language, Record<Exclude<NoticeKind, WordedKind>, string>> = {
  en: {
    registered: 'Your account is ready',
    'new-device': 'Login from a new device: {device}',
    'wrong-tries':
      'Somebody entered a wrong password or code for your account several times ({device}). If it was not you, change your login password',
    'password-changed': 'Your login password was changed',
    'password-reset': 'Your login password was reset',
    'fund-password-set': 'A fund password was set',
    'fund-password-changed': 'Your fund password was changed',
    'fund-password-locked':
      'Somebody entered a wrong fund password too often; it is locked. If it was not you, change your login password and end your other sessions',
    'totp-on': 'An authenticator was turned on',
    'totp-off': 'The authenticator was turned off',
    'passkey-added': 'A passkey was added: {value}',
    'passkey-removed': 'A passkey was removed: {value}',
    'bank-card-changed': 'Your bank card was changed: {value}',
    'otc-payment-added': 'A payment method for selling coins was added: {value}',
    'contact-changed': 'Your e-mail address or phone was changed to {value}',
    'address-added': 'A withdrawal address was added: {value}',
    'subscription-released': '{amount} {coin} of your subscription are free now, on your spot account',
    'limit-set': 'Your {limit} is now: {value}',
    'limit-asked':
      'Your {limit} becomes {value} at {from} (UTC). Until then the present one holds, and you can call the change back',
    'limit-called-back': 'The change of your {limit} was called back',
    'break-began': 'You are taking a break until {until} (UTC). Closing and withdrawing stay possible',
    'complaint-answered': 'Your complaint no. {number} has been answered',
  },
  zh: {
    registered: '账号注册成功',
    'new-device': '新设备登录：{device}',
    'wrong-tries': '有人多次输入您账号的错误密码或验证码（{device}）。如非本人操作，请修改登录密码',
    'password-changed': '登录密码已修改',
    'password-reset': '登录密码已重置',
    'fund-password-set': '交易密码已设置',
    'fund-password-changed': '交易密码已修改',
    'fund-password-locked': '交易密码多次输入错误，已被锁定。如非本人操作，请修改登录密码并退出其他设备',
    'totp-on': '身份验证器已启用',
    'totp-off': '身份验证器已关闭',
    'passkey-added': '已添加通行密钥：{value}',
    'passkey-removed': '已移除通行密钥：{value}',
    'bank-card-changed': '银行卡信息已修改：{value}',
    'otc-payment-added': '已添加卖币收款方式：{value}',
    'contact-changed': '绑定的邮箱或手机已变更为 {value}',
    'address-added': '已添加提现地址：{value}',
    'subscription-released': '您认购的 {amount} {coin} 已解锁，现已进入现货账户',
    'limit-set': '您的{limit}现为：{value}',
    'limit-asked': '您的{limit}将于 {from}（UTC）变为 {value}。在此之前仍按现有限制执行，您可随时撤回此变更',
    'limit-called-back': '已撤回对{limit}的变更',
    'break-began': '您已开始休息，至 {until}（UTC）。期间仍可平仓和提现',
    'complaint-answered': '您的投诉（编号 {number}）已答复',
  },
  'zh-Hant': {
    registered: '帳號註冊成功',
    'new-device': '新裝置登入：{device}',
    'wrong-tries': '有人多次輸入您帳號的錯誤密碼或驗證碼（{device}）。如非本人操作，請修改登入密碼',
    'password-changed': '登入密碼已修改',
    'password-reset': '登入密碼已重設',
    'fund-password-set': '交易密碼已設置',
    'fund-password-changed': '交易密碼已修改',
    'fund-password-locked': '交易密碼多次輸入錯誤，已被鎖定。如非本人操作，請修改登入密碼並登出其他裝置',
    'totp-on': '身份驗證器已啟用',
    'totp-off': '身份驗證器已關閉',
    'passkey-added': '已新增通行密鑰：{value}',
    'passkey-removed': '已移除通行密鑰：{value}',
    'bank-card-changed': '銀行卡資訊已修改：{value}',
    'otc-payment-added': '已新增賣幣收款方式：{value}',
    'contact-changed': '綁定的信箱或手機已變更為 {value}',
    'address-added': '已新增提現地址：{value}',
    'subscription-released': '您認購的 {amount} {coin} 已解鎖，現已進入現貨帳戶',
    'limit-set': '您的{limit}現為：{value}',
    'limit-asked': '您的{limit}將於 {from}（UTC）變為 {value}。在此之前仍按現有限制執行，您可隨時撤回此變更',
    'limit-called-back': '已撤回對{limit}的變更',
    'break-began': '您已開始休息，至 {until}（UTC）。期間仍可平倉和提現',
    'complaint-answered': '您的投訴（編號 {number}）已答覆',
  },
  ja: {
    registered: 'アカウントが作成されました',
    'new-device': '新しい端末からのログイン：{device}',
    'wrong-tries':
      'お客様のアカウントで、誤ったパスワードまたはコードが繰り返し入力されました（{device}）。お心当たりがない場合は、ログインパスワードを変更してください',
    'password-changed': 'ログインパスワードが変更されました',
    'password-reset': 'ログインパスワードが再設定されました',
    'fund-password-set': '資金パスワードが設定されました',
    'fund-password-changed': '資金パスワードが変更されました',
    'fund-password-locked':
      '資金パスワードが繰り返し誤って入力されたため、ロックされました。お心当たりがない場合は、ログインパスワードを変更し、他のセッションを終了してください',
    'totp-on': '認証アプリが有効になりました',
    'totp-off': '認証アプリが無効になりました',
    'passkey-added': 'パスキーが追加されました：{value}',
    'passkey-removed': 'パスキーが削除されました：{value}',
    'bank-card-changed': '銀行カードが変更されました：{value}',
    'otc-payment-added': 'コイン売却の受取方法が追加されました：{value}',
    'contact-changed': 'メールアドレスまたは電話番号が {value} に変更されました',
    'address-added': '出金アドレスが追加されました：{value}',
    'subscription-released': '申込分の {amount} {coin} のロックが解除され、現物口座に入りました',
    'limit-set': '{limit}は現在 {value} です',
    'limit-asked':
      '{limit}は {from}（UTC）に {value} になります。それまでは現在の上限が有効で、変更はいつでも取り消せます',
    'limit-called-back': '{limit}の変更を取り消しました',
    'break-began': '{until}（UTC）まで休止します。その間も決済と出金はできます',
    'complaint-answered': '苦情（番号 {number}）に回答しました',
  },
  ko: {
    registered: '계정이 만들어졌습니다',
    'new-device': '새 기기에서 로그인: {device}',
    'wrong-tries':
      '계정에 잘못된 비밀번호나 코드가 여러 번 입력되었습니다({device}). 본인이 아니라면 로그인 비밀번호를 변경하세요',
    'password-changed': '로그인 비밀번호가 변경되었습니다',
    'password-reset': '로그인 비밀번호가 재설정되었습니다',
    'fund-password-set': '자금 비밀번호가 설정되었습니다',
    'fund-password-changed': '자금 비밀번호가 변경되었습니다',
    'fund-password-locked':
      '자금 비밀번호가 여러 번 잘못 입력되어 잠겼습니다. 본인이 아니라면 로그인 비밀번호를 변경하고 다른 세션을 종료하세요',
    'totp-on': '인증 앱이 켜졌습니다',
    'totp-off': '인증 앱이 꺼졌습니다',
    'passkey-added': '패스키가 추가되었습니다: {value}',
    'passkey-removed': '패스키가 삭제되었습니다: {value}',
    'bank-card-changed': '은행 카드가 변경되었습니다: {value}',
    'otc-payment-added': '코인 판매 대금 수취 방법이 추가되었습니다: {value}',
    'contact-changed': '이메일 주소 또는 휴대폰 번호가 {value}(으)로 변경되었습니다',
    'address-added': '출금 주소가 추가되었습니다: {value}',
    'subscription-released': '청약하신 {amount} {coin}의 잠금이 해제되어 현물 계좌에 들어왔습니다',
    'limit-set': '{limit}: 현재 {value}',
    'limit-asked':
      '{limit}: {from}(UTC)부터 {value}(으)로 바뀝니다. 그때까지는 현재 한도가 유지되며 변경을 철회할 수 있습니다',
    'limit-called-back': '{limit} 변경을 철회했습니다',
    'break-began': '{until}(UTC)까지 휴식합니다. 그동안에도 청산과 출금은 가능합니다',
    'complaint-answered': '민원(번호 {number})에 답변이 등록되었습니다',
  },
  es: {
    registered: 'Su cuenta está lista',
    'new-device': 'Inicio de sesión desde un dispositivo nuevo: {device}',
    'wrong-tries':
      'Alguien introdujo varias veces una contraseña o un código erróneos en su cuenta ({device}). Si no fue usted, cambie su contraseña de acceso',
    'password-changed': 'Su contraseña de acceso ha cambiado',
    'password-reset': 'Su contraseña de acceso se ha restablecido',
    'fund-password-set': 'Se ha establecido una contraseña de fondos',
    'fund-password-changed': 'Su contraseña de fondos ha cambiado',
    'fund-password-locked':
      'Alguien introdujo demasiadas veces una contraseña de fondos errónea; está bloqueada. Si no fue usted, cambie su contraseña de acceso y cierre sus otras sesiones',
    'totp-on': 'Se ha activado un autenticador',
    'totp-off': 'Se ha desactivado el autenticador',
    'passkey-added': 'Se ha añadido una llave de acceso: {value}',
    'passkey-removed': 'Se ha eliminado una llave de acceso: {value}',
    'bank-card-changed': 'Su tarjeta bancaria ha cambiado: {value}',
    'otc-payment-added': 'Se ha añadido un método de cobro para vender monedas: {value}',
    'contact-changed': 'Su correo electrónico o teléfono ha cambiado a {value}',
    'address-added': 'Se ha añadido una dirección de retiro: {value}',
    'subscription-released': '{amount} {coin} de su suscripción ya están libres en su cuenta spot',
    'limit-set': 'Su {limit} es ahora: {value}',
    'limit-asked':
      'Su {limit} pasará a ser {value} el {from} (UTC). Hasta entonces rige el actual y puede retirar el cambio',
    'limit-called-back': 'Se ha retirado el cambio de su {limit}',
    'break-began': 'Está en pausa hasta el {until} (UTC). Puede seguir cerrando posiciones y retirando fondos',
    'complaint-answered': 'Su reclamación n.º {number} ha sido respondida',
  },
  th: {
    registered: 'บัญชีของคุณพร้อมแล้ว',
    'new-device': 'เข้าสู่ระบบจากอุปกรณ์ใหม่: {device}',
    'wrong-tries': 'มีการป้อนรหัสผ่านหรือรหัสยืนยันของบัญชีคุณผิดหลายครั้ง ({device}) หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านเข้าสู่ระบบ',
    'password-changed': 'เปลี่ยนรหัสผ่านเข้าสู่ระบบแล้ว',
    'password-reset': 'รีเซ็ตรหัสผ่านเข้าสู่ระบบแล้ว',
    'fund-password-set': 'ตั้งรหัสผ่านธุรกรรมแล้ว',
    'fund-password-changed': 'เปลี่ยนรหัสผ่านธุรกรรมแล้ว',
    'fund-password-locked': 'มีการป้อนรหัสผ่านธุรกรรมผิดหลายครั้ง จึงถูกล็อกแล้ว หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านเข้าสู่ระบบและออกจากเซสชันอื่น',
    'totp-on': 'เปิดใช้แอปยืนยันตัวตนแล้ว',
    'totp-off': 'ปิดแอปยืนยันตัวตนแล้ว',
    'passkey-added': 'เพิ่มพาสคีย์แล้ว: {value}',
    'passkey-removed': 'ลบพาสคีย์แล้ว: {value}',
    'bank-card-changed': 'เปลี่ยนบัตรธนาคารแล้ว: {value}',
    'otc-payment-added': 'เพิ่มวิธีรับเงินสำหรับขายเหรียญแล้ว: {value}',
    'contact-changed': 'เปลี่ยนอีเมลหรือหมายเลขโทรศัพท์เป็น {value} แล้ว',
    'address-added': 'เพิ่มที่อยู่สำหรับถอนแล้ว: {value}',
    'subscription-released': 'เหรียญ {amount} {coin} ที่คุณจองปลดล็อกแล้ว และอยู่ในบัญชีสปอต',
    'limit-set': '{limit}ของคุณตอนนี้คือ {value}',
    'limit-asked': '{limit}ของคุณจะเปลี่ยนเป็น {value} เวลา {from} (UTC) ก่อนหน้านั้นยังใช้ค่าปัจจุบัน และคุณยกเลิกการเปลี่ยนแปลงได้',
    'limit-called-back': 'ยกเลิกการเปลี่ยนแปลง{limit}แล้ว',
    'break-began': 'คุณพักการซื้อขายถึง {until} (UTC) ระหว่างนี้ยังปิดสถานะและถอนเงินได้',
    'complaint-answered': 'เรื่องร้องเรียนหมายเลข {number} ของคุณได้รับคำตอบแล้ว',
  },
};

/** Whom a message goes to. */
export interface Addressee {
  to: string;
  language: Language;
  /** The user's own word, by which it knows that a message is ours. */
  word: string | null;
}

/** A notice as a message of its own. */
export function noticeMessage(addressee: Addressee, kind: NoticeKind, parameters: Record<string, string>): Message {
  const text = noticeText(addressee.language, kind, parameters);
  return { to: addressee.to, kind, subject: text, text: signed(text, addressee), code: null };
}

/** The words of a notice in a language; what is not known any more is shown by its name. */
export function noticeText(language: Language, kind: string, parameters: Record<string, string>): string {
  // What the operators publish to everybody comes in the reader's own words.
  if (kind === 'announcement') return [parameters.title, parameters.text].filter(Boolean).join('\n');
  const all = {
    ...NOTICE_WORDS[language],
    ...MONEY_NOTICE_WORDS[language],
    ...TRADING_NOTICE_WORDS[language],
    ...ORDER_END_NOTICE_WORDS[language],
    ...MERCHANT_NOTICE_WORDS[language],
    ...ALERT_NOTICE_WORDS[language],
    ...KEY_NOTICE_WORDS[language],
    ...DATA_EXPORT_NOTICE_WORDS[language],
    ...ERASURE_NOTICE_WORDS[language],
    ...SUB_ACCOUNT_NOTICE_WORDS[language],
  };
  const words = new Map<string, string>(Object.entries(all));
  const { seconds, note, limit, account } = parameters;
  const given = {
    ...parameters,
    ...(seconds !== undefined && { window: windowText(language, seconds) }),
    ...(limit !== undefined && { limit: limitName(language, limit) }),
    ...(parameters.value === '' && { value: noLimit(language) }),
  };
  const text = filled(words.get(kind) ?? kind, localFigures(language, given));
  // What happened to a sub-account begins with its name.
  const whole = account === undefined ? text : `${account} · ${text}`;
  // What the user has written down for itself.
  return note === undefined || !kind.startsWith('alert-') ? whole : `${whole}\n${note}`;
}

/** What of a notice's parameters is a figure, which is read with the separators of the language. */
const FIGURES = new Set(['amount', 'figure', 'income', 'level', 'price', 'profit', 'quantity']);

function localFigures(language: Language, parameters: Record<string, string>): Record<string, string> {
  const local = Object.entries(parameters).map(([name, value]) => [
    name,
    FIGURES.has(name) && isDecimalText(value) ? groupedDecimal(value, language) : value,
  ]);
  return Object.fromEntries(local) as Record<string, string>;
}

/** The text with the user's own word under it. */
export function signed(text: string, { language, word }: Addressee): string {
  return word === null ? text : `${text}\n${filled(WORD_LINES[language], { word })}`;
}

/** The text with its `{names}` filled in. */
export function filled(text: string, parameters: Record<string, string>): string {
  const values = new Map(Object.entries(parameters));
  return text.replace(/\{([a-z]+)\}/g, (_placeholder, name: string) => values.get(name) ?? '');
}
