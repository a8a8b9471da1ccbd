import type { DataExportsWords } from './en';

export const words: DataExportsWords = {
  dataExports: {
    text: '將您帳戶的全部資料整理為一個檔案：個人資料、聯絡方式、地址、銀行卡、身分資訊、登入紀錄、設定和訊息。',
    retention: '檔案保留 {{hours}} 小時，僅您本人可以取得。其中包含您的身分資訊，請妥善保管。',
    lists: '將訂單、持倉和帳單存為檔案',
    none: '您還沒有申請過檔案。',
    ask: '申請檔案',
    asked: '已申請，檔案產生後會通知您。',
    question: '要申請您的資料嗎？',
    questionText: '請輸入交易密碼以確認是您本人。此次申請也會通知到您的信箱和手機。',
    waiting: '正在產生',
    ready: '已產生',
    tooLarge: '內容過大，無法產生檔案',
    tooLargeText: '此帳戶保存的資料超過單一檔案的上限。請聯絡客服，由人工為您製作檔案。',
    failed: '產生失敗',
    failedText: '這是我們的問題，請重新申請。',
    gone: '已不再保留',
    askedAt: '申請時間：{{time}}',
    until: '儲存期限：{{time}}',
    save: '儲存',
    saveQuestion: '要儲存您的資料嗎？',
    saveText: '檔案包含您的身分資訊。請輸入交易密碼以確認是您本人。',
    saved: '已儲存：{{name}}',
  },
};
