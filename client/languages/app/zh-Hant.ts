import type { AppWords } from './en';

export const words: AppWords = {
  app: {
    ready: '新版本已就緒。',
    update: '立即更新',
    later: '稍後',
    install: '安裝應用程式',
    why: '從主畫面開啟，沒有網路時也能查看最近一次的價格。',
    now: '安裝',
    notNow: '暫不安裝',
    share: '點按瀏覽器的分享按鈕。',
    add: '選擇「加入主畫面」。',
    open: '從主畫面開啟應用程式；只有這樣才能收到通知。',
  },
};
