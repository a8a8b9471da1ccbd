export { ClearCache } from './clear-cache';
export { ChooseLanguage } from './choose-language';
export {
  ChooseAppearance,
  ChooseDirectionColours,
  ChooseOneTap,
  ChooseOrderKeys,
  ChooseTabBar,
} from './display-settings';
export { InstallApp, InstallSteps } from './install-app';
