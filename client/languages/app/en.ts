/** The app itself: newer versions, and the home screen. */
export const words = {
  app: {
    ready: 'A new version is ready.',
    update: 'Update now',
    later: 'Later',
    install: 'Install the app',
    why: 'It opens from the home screen, and shows the last known prices without a network.',
    now: 'Install',
    notNow: 'Not now',
    share: 'Tap the share button of your browser.',
    add: 'Choose “Add to Home Screen”.',
    open: 'Open the app from the home screen. Only there can it send you notifications.',
  },
};

export type AppWords = typeof words;
