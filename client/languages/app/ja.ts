import type { AppWords } from './en';

export const words: AppWords = {
  app: {
    ready: '新しいバージョンの準備ができました。',
    update: '今すぐ更新',
    later: '後で',
    install: 'アプリをインストール',
    why: 'ホーム画面から開けます。オフラインでも最後の価格を確認できます。',
    now: 'インストール',
    notNow: '今はしない',
    share: 'ブラウザの共有ボタンをタップします。',
    add: '「ホーム画面に追加」を選びます。',
    open: 'ホーム画面からアプリを開きます。通知はホーム画面のアプリでのみ届きます。',
  },
};
