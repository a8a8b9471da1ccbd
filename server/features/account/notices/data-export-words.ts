import type { Language } from '../../../contract/errors.js';

/** What a user is told of files of the account's data. */
export type DataExportNoticeKind = 'data-export-asked' | 'data-export-ready';

export const DATA_EXPORT_NOTICE_WORDS: Record<Language, Record<DataExportNoticeKind, string>> = {
  en: {
    'data-export-asked':
      'A file of everything that is kept about your account was asked for. If it was not you, change your login password and your fund password',
    'data-export-ready': 'The file of what is kept about your account is ready. You can save it until {until} (UTC)',
  },
  zh: {
    'data-export-asked': '有人申请导出您账户的全部数据。如非本人操作，请立即修改登录密码和交易密码',
    'data-export-ready': '您的账户数据文件已生成，请在 {until}（UTC）之前保存',
  },
  'zh-Hant': {
    'data-export-asked': '有人申請匯出您帳戶的全部資料。如非本人操作，請立即修改登入密碼和交易密碼',
    'data-export-ready': '您的帳戶資料檔案已產生，請在 {until}（UTC）之前儲存',
  },
  ja: {
    'data-export-asked':
      'アカウントに保存されているすべてのデータのファイルが請求されました。心当たりがない場合は、ログインパスワードと資金パスワードを変更してください',
    'data-export-ready': 'アカウントデータのファイルが完成しました。{until}（UTC）まで保存できます',
  },
  ko: {
    'data-export-asked':
      '계정에 보관된 모든 데이터의 파일이 요청되었습니다. 본인이 아니라면 로그인 비밀번호와 자금 비밀번호를 변경하세요',
    'data-export-ready': '계정 데이터 파일이 준비되었습니다. {until}(UTC)까지 저장할 수 있습니다',
  },
  es: {
    'data-export-asked':
      'Se ha pedido un archivo con todos los datos de su cuenta. Si no fue usted, cambie su contraseña de acceso y su contraseña de fondos',
    'data-export-ready': 'El archivo con los datos de su cuenta está listo. Puede guardarlo hasta el {until} (UTC)',
  },
  th: {
    'data-export-asked': 'มีการขอไฟล์ข้อมูลทั้งหมดที่เก็บเกี่ยวกับบัญชีของคุณ หากไม่ใช่คุณ โปรดเปลี่ยนรหัสผ่านเข้าสู่ระบบและรหัสผ่านธุรกรรม',
    'data-export-ready': 'ไฟล์ข้อมูลบัญชีของคุณพร้อมแล้ว บันทึกได้ถึง {until} (UTC)',
  },
};

export const DATA_EXPORT_EVENT_WORDS: Record<Language, Record<'data-export-asked', string>> = {
  en: { 'data-export-asked': 'File of the account data asked for' },
  zh: { 'data-export-asked': '申请导出账户数据' },
  'zh-Hant': { 'data-export-asked': '申請匯出帳戶資料' },
  ja: { 'data-export-asked': 'アカウントデータのファイルを請求' },
  ko: { 'data-export-asked': '계정 데이터 파일 요청' },
  es: { 'data-export-asked': 'Archivo de los datos de la cuenta pedido' },
  th: { 'data-export-asked': 'ขอไฟล์ข้อมูลบัญชี' },
};
