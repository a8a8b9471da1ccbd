import type { DataExportsWords } from './en';

export const words: DataExportsWords = {
  dataExports: {
    text: 'アカウントに保存されているすべてのデータを 1 つのファイルにまとめます。プロフィール、連絡先、アドレス、カード、本人情報、ログイン、設定、メッセージが含まれます。',
    kept: 'ファイルは {{hours}} 時間保存され、ご本人だけが取得できます。本人情報が含まれるため、他人の目に触れない場所に保管してください。',
    lists: '注文・ポジション・明細をファイルで保存',
    none: 'まだファイルを請求していません。',
    ask: 'ファイルを請求',
    asked: '請求しました。完成したらお知らせします。',
    question: 'データを請求しますか？',
    questionText: 'ご本人であることを資金パスワードで確認します。この請求はメールと電話番号にもお知らせします。',
    waiting: '作成中',
    ready: '完成',
    failed: '作成できませんでした',
    failedText: '当社側の問題です。もう一度請求してください。',
    gone: '保存期間が終了しました',
    askedAt: '請求日時：{{time}}',
    until: '保存期限：{{time}}',
    save: '保存',
    saved: '保存しました：{{name}}',
  },
};
