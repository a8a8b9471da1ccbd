import type { Language } from '../../../contract/errors.js';

/** What a user is told of its keys for programs. */
export type KeyNoticeKind = 'api-key-added' | 'api-key-revoked' | 'api-keys-ended' | 'api-key-elsewhere';

/** What stands of them among the events of its account. */
export type KeyEventKind = 'api-key-added' | 'api-key-revoked' | 'api-key-refused';

export const KEY_NOTICE_WORDS: Record<Language, Record<KeyNoticeKind, string>> = {
  en: {
    'api-key-added': 'An API key was created: {value}',
    'api-key-revoked': 'An API key was revoked: {value}',
    'api-keys-ended': 'Your API keys were ended, because your login password or your sessions were: {value}',
    'api-key-elsewhere':
      'An API key of yours was used from a network address that is not in its list: {value}. If it was not you, revoke the key',
  },
  zh: {
    'api-key-added': '已创建 API 密钥：{value}',
    'api-key-revoked': '已撤销 API 密钥：{value}',
    'api-keys-ended': '登录密码已变更或会话已结束，您的 API 密钥已全部失效：{value}',
    'api-key-elsewhere': '您的 API 密钥被用于其列表之外的网络地址：{value}。如非本人操作，请撤销该密钥',
  },
  'zh-Hant': {
    'api-key-added': '已建立 API 密鑰：{value}',
    'api-key-revoked': '已撤銷 API 密鑰：{value}',
    'api-keys-ended': '登入密碼已變更或工作階段已結束，您的 API 密鑰已全部失效：{value}',
    'api-key-elsewhere': '您的 API 密鑰被用於其清單之外的網路地址：{value}。如非本人操作，請撤銷該密鑰',
  },
  ja: {
    'api-key-added': 'API キーが作成されました：{value}',
    'api-key-revoked': 'API キーが取り消されました：{value}',
    'api-keys-ended': 'ログインパスワードの変更またはセッションの終了により、API キーはすべて無効になりました：{value}',
    'api-key-elsewhere':
      'API キーが許可リストにないネットワークアドレスから使われました：{value}。心当たりがない場合は、そのキーを取り消してください',
  },
  ko: {
    'api-key-added': 'API 키가 생성되었습니다: {value}',
    'api-key-revoked': 'API 키가 폐기되었습니다: {value}',
    'api-keys-ended': '로그인 비밀번호가 변경되었거나 세션이 종료되어 API 키가 모두 종료되었습니다: {value}',
    'api-key-elsewhere':
      '목록에 없는 네트워크 주소에서 API 키가 사용되었습니다: {value}. 본인이 아니라면 키를 폐기하세요',
  },
  es: {
    'api-key-added': 'Se ha creado una clave de API: {value}',
    'api-key-revoked': 'Se ha revocado una clave de API: {value}',
    'api-keys-ended':
      'Sus claves de API han dejado de ser válidas, porque cambió su contraseña de inicio de sesión o se cerraron sus sesiones: {value}',
    'api-key-elsewhere':
      'Una de sus claves de API se usó desde una dirección de red que no está en su lista: {value}. Si no fue usted, revoque la clave',
  },
  th: {
    'api-key-added': 'สร้างคีย์ API แล้ว: {value}',
    'api-key-revoked': 'เพิกถอนคีย์ API แล้ว: {value}',
    'api-keys-ended': 'คีย์ API ของคุณถูกยุติทั้งหมด เพราะเปลี่ยนรหัสผ่านเข้าสู่ระบบหรือเซสชันสิ้นสุด: {value}',
    'api-key-elsewhere': 'มีการใช้คีย์ API ของคุณจากที่อยู่เครือข่ายที่ไม่อยู่ในรายการ: {value} หากไม่ใช่คุณ โปรดเพิกถอนคีย์',
  },
};

export const KEY_EVENT_WORDS: Record<Language, Record<KeyEventKind, string>> = {
  en: {
    'api-key-added': 'API key created',
    'api-key-revoked': 'API key revoked',
    'api-key-refused': 'API key refused',
  },
  zh: {
    'api-key-added': '创建 API 密钥',
    'api-key-revoked': '撤销 API 密钥',
    'api-key-refused': 'API 密钥被拒绝',
  },
  'zh-Hant': {
    'api-key-added': '建立 API 密鑰',
    'api-key-revoked': '撤銷 API 密鑰',
    'api-key-refused': 'API 密鑰被拒絕',
  },
  ja: {
    'api-key-added': 'API キーの作成',
    'api-key-revoked': 'API キーの取り消し',
    'api-key-refused': 'API キーを拒否',
  },
  ko: {
    'api-key-added': 'API 키 생성',
    'api-key-revoked': 'API 키 폐기',
    'api-key-refused': 'API 키 거부',
  },
  es: {
    'api-key-added': 'Clave de API creada',
    'api-key-revoked': 'Clave de API revocada',
    'api-key-refused': 'Clave de API rechazada',
  },
  th: {
    'api-key-added': 'สร้างคีย์ API',
    'api-key-revoked': 'เพิกถอนคีย์ API',
    'api-key-refused': 'คีย์ API ถูกปฏิเสธ',
  },
};
