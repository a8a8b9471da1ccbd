import type { AppWords } from './en';

export const words: AppWords = {
  app: {
    ready: '新版本已就绪。',
    update: '立即更新',
    later: '稍后',
    install: '安装应用',
    why: '从主屏幕打开，无网络时也能查看最近一次的价格。',
    now: '安装',
    notNow: '暂不安装',
    share: '点按浏览器的分享按钮。',
    add: '选择“添加到主屏幕”。',
    open: '从主屏幕打开应用；只有这样才能收到通知。',
  },
};
